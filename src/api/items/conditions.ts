import type { EnableCondition } from '../formLogic.ts';
import type { Answer, QuestionnaireItem } from '../questionnaireItems.ts';

type Ordered = string | number;

function holds(operator: EnableCondition['operator'], left: Ordered, right: Ordered): boolean {
  switch (operator) {
    case '=':
    case '!=':
    case 'exists':
      return left === right;
    case '>':
      return left > right;
    case '<':
      return left < right;
    case '>=':
      return left >= right;
    case '<=':
      return left <= right;
  }
}

/** True when one answer has this relation to the value of the condition. For `!=` and `exists` this checks equality. */
function matches({ operator, is }: EnableCondition, item: QuestionnaireItem, entry: Answer): boolean {
  const isOrder = operator === '>' || operator === '<' || operator === '>=' || operator === '<=';
  switch (is.kind) {
    case 'boolean':
      return !isOrder && entry.listAnswerId === undefined && entry.isChecked === is.value;
    case 'number': {
      if (entry.numberAnswer === undefined) return false;
      const units = item.questionnaireItemType === 'QuantityQuestion' ? item.units : [];
      const key = entry.unitKey ?? units[0]?.key;
      // A condition names a unit by its code, or by its words where it says no code.
      const names = [key, units.find((unit) => unit.key === key)?.label];
      if (is.unitKey !== undefined && key !== undefined && !names.includes(is.unitKey)) return false;
      return holds(operator, entry.numberAnswer, is.value);
    }
    case 'text': {
      const text = entry.otherOptionText ?? entry.textAnswer;
      return text !== undefined && holds(operator, text, is.value);
    }
    case 'moment': {
      const moment = entry.dateTimeAnswer ?? entry.dateAnswer ?? entry.timeAnswer;
      if (moment === undefined) return false;
      // Compared at the precision of the less exact one: a condition on a day is met at every time of that day.
      const length = Math.min(moment.length, is.value.length);
      return holds(operator, moment.slice(0, length), is.value.slice(0, length));
    }
    case 'options':
      return !isOrder && entry.listAnswerId !== undefined && is.value.includes(entry.listAnswerId);
    case 'coding':
      return (
        !isOrder &&
        entry.coding !== undefined &&
        entry.coding.code === is.code &&
        (is.system === null || entry.coding.system === is.system)
      );
  }
}

/** Whether a condition of `enableWhen` is met by the answers to its question. */
export function isMet(condition: EnableCondition, item: QuestionnaireItem, answers: readonly Answer[]): boolean {
  switch (condition.operator) {
    case 'exists':
      return answers.length > 0 === (condition.is.kind === 'boolean' ? condition.is.value : true);
    case '!=':
      return !answers.some((entry) => matches(condition, item, entry));
    case '=':
    case '>':
    case '<':
    case '>=':
    case '<=':
      return answers.some((entry) => matches(condition, item, entry));
  }
}
