import fc from 'fast-check';
import type { Kind, Value } from './drawnValues.ts';

/**
 * FHIRPath expressions over the questions of a drawn questionnaire: how they are drawn, and how they are written in FHIRPath.
 * `formulaReading.ts` evaluates them.
 */
export type Comparison = '=' | '!=' | '<' | '>' | '<=' | '>=';
type NumberShape =
  | { readonly kind: 'literal'; readonly value: number }
  | { readonly kind: 'count' | 'sum'; readonly at: number; readonly isInRow: boolean }
  | { readonly kind: 'plus'; readonly left: NumberShape; readonly right: NumberShape }
  | { readonly kind: 'iif'; readonly if: TruthShape; readonly yes: NumberShape; readonly no: NumberShape }
  | { readonly kind: 'variable'; readonly of: NumberShape };
type TruthShape =
  | { readonly kind: 'exists'; readonly at: number; readonly isInRow: boolean }
  | { readonly kind: 'has'; readonly at: number; readonly isInRow: boolean; readonly value: number }
  | { readonly kind: 'compare'; readonly operator: Comparison; readonly left: NumberShape; readonly right: NumberShape }
  | { readonly kind: 'and' | 'or'; readonly left: TruthShape; readonly right: TruthShape }
  | { readonly kind: 'not'; readonly of: TruthShape };

const at = fc.nat({ max: 100 });
const isInRow = fc.boolean();
export const { number: numberShape, truth: truthShape } = fc.letrec<{ number: NumberShape; truth: TruthShape }>(
  (tie) => ({
    number: fc.oneof(
      { depthSize: 'xsmall', withCrossShrink: true },
      fc.record({ kind: fc.constant('literal' as const), value: fc.nat({ max: 3 }) }),
      fc.record({ kind: fc.constantFrom('count' as const, 'sum' as const), at, isInRow }),
      fc.record({ kind: fc.constantFrom('count' as const, 'sum' as const), at, isInRow }),
      fc.record({ kind: fc.constant('plus' as const), left: tie('number'), right: tie('number') }),
      fc.record({
        kind: fc.constant('iif' as const),
        if: tie('truth'),
        yes: tie('number'),
        no: tie('number'),
      }),
      fc.record({ kind: fc.constant('variable' as const), of: tie('number') }),
    ),
    truth: fc.oneof(
      { depthSize: 'xsmall', withCrossShrink: true },
      fc.record({ kind: fc.constant('exists' as const), at, isInRow }),
      fc.record({ kind: fc.constant('has' as const), at, isInRow, value: fc.nat({ max: 20 }) }),
      fc.record({
        kind: fc.constant('compare' as const),
        operator: fc.constantFrom<Comparison>('=', '!=', '<', '>', '<=', '>='),
        left: tie('number'),
        right: tie('number'),
      }),
      fc.record({ kind: fc.constantFrom('and' as const, 'or' as const), left: tie('truth'), right: tie('truth') }),
      fc.record({ kind: fc.constant('not' as const), of: tie('truth') }),
    ),
  }),
);
export type Shapes = NumberShape | TruthShape;

/** A question that an expression names. */
export interface AskedQuestion {
  readonly linkId: string;
  readonly type: Kind;
}
/** The answers to a question: in all rows, or only in the row of the expression, through a variable of the group `group`. */
interface Answers {
  readonly question: AskedQuestion;
  readonly row: { readonly group: string; readonly variable: string } | null;
}
export type Formula =
  | { readonly kind: 'literal'; readonly value: number }
  | ({ readonly kind: 'count' | 'sum' | 'exists' } & Answers)
  | ({ readonly kind: 'has'; readonly value: Value } & Answers)
  | { readonly kind: 'plus' | 'and' | 'or'; readonly left: Formula; readonly right: Formula }
  | { readonly kind: 'compare'; readonly operator: Comparison; readonly left: Formula; readonly right: Formula }
  | { readonly kind: 'iif'; readonly if: Formula; readonly yes: Formula; readonly no: Formula }
  | { readonly kind: 'variable'; readonly name: string; readonly of: Formula }
  | { readonly kind: 'not'; readonly of: Formula };

/** What an expression can refer to at its place. */
export interface Sight {
  readonly everywhere: readonly AskedQuestion[];
  /** The group around it, and the earlier questions that are directly in that group. */
  readonly row: { readonly group: string; readonly questions: readonly AskedQuestion[] } | null;
  newName(): string;
  valuesOf(kind: Kind): readonly Value[];
}

const literal = (value: number): Formula => ({ kind: 'literal', value });
const never: Formula = { kind: 'compare', operator: '=', left: literal(0), right: literal(1) };

/** The expression with references to questions that it can see. */
export function pointed(shape: Shapes, sight: Sight): Formula {
  const answers = ({ at: nth, isInRow: inRow }: { readonly at: number; readonly isInRow: boolean }): Answers | null => {
    const row = inRow ? sight.row : null;
    const questions = row?.questions ?? sight.everywhere;
    const question = questions[nth % Math.max(1, questions.length)];
    if (!question) return null;
    return { question, row: row && { group: row.group, variable: sight.newName() } };
  };
  switch (shape.kind) {
    case 'literal':
      return shape;
    case 'count':
    case 'sum': {
      const found = answers(shape);
      if (!found) return literal(0);
      return { kind: shape.kind === 'sum' && found.question.type === 'integer' ? 'sum' : 'count', ...found };
    }
    case 'exists':
    case 'has': {
      const found = answers(shape);
      if (!found) return never;
      const values = sight.valuesOf(found.question.type);
      const value = shape.kind === 'has' ? values[shape.value % Math.max(1, values.length)] : undefined;
      return value === undefined || found.question.type === 'attachment'
        ? { kind: 'exists', ...found }
        : { kind: 'has', value, ...found };
    }
    case 'plus':
    case 'and':
    case 'or':
      return { kind: shape.kind, left: pointed(shape.left, sight), right: pointed(shape.right, sight) };
    case 'compare':
      return { ...shape, left: pointed(shape.left, sight), right: pointed(shape.right, sight) };
    case 'iif':
      return {
        kind: 'iif',
        if: pointed(shape.if, sight),
        yes: pointed(shape.yes, sight),
        no: pointed(shape.no, sight),
      };
    case 'variable':
      // A variable of the questionnaire sees no row.
      return { kind: 'variable', name: sight.newName(), of: pointed(shape.of, { ...sight, row: null }) };
    case 'not':
      return { kind: 'not', of: pointed(shape.of, sight) };
  }
}

function literalOf(kind: Kind, value: Value): string {
  switch (kind) {
    case 'date':
      return `@${String(value)}`;
    case 'time':
      return `@T${String(value)}:00`;
    case 'dateTime':
      return `@${String(value)}:00`;
    case 'boolean':
    case 'integer':
    case 'quantity':
      return String(value);
    case 'string':
    case 'choice':
    case 'lookup':
    case 'attachment':
      return `'${String(value)}'`;
  }
}
const parts: Readonly<Partial<Record<Kind, string>>> = { choice: '.code', lookup: '.code', quantity: '.value' };

/**
 * The path to a question's answers. A count needs all rows, hence `descendants()`; `repeat()` returns equal items once, so it only tells
 * whether there are any.
 */
const path = ({ question, row }: Answers, isCounted: boolean): string =>
  row
    ? `%${row.variable}`
    : `%resource.${isCounted ? 'descendants()' : 'repeat(item | answer.item)'}.where(linkId = '${question.linkId}').answer.value`;

/** The expression as FHIRPath text. */
export function written(formula: Formula): string {
  switch (formula.kind) {
    case 'literal':
      return String(formula.value);
    case 'count':
    case 'sum':
      return `${path(formula, true)}.${formula.kind}()`;
    case 'exists':
      return `${path(formula, false)}.exists()`;
    case 'has': {
      const { type } = formula.question;
      return `${path(formula, false)}${parts[type] ?? ''}.where($this = ${literalOf(type, formula.value)}).exists()`;
    }
    case 'plus':
      return `(${written(formula.left)} + ${written(formula.right)})`;
    case 'and':
    case 'or':
      return `(${written(formula.left)} ${formula.kind} ${written(formula.right)})`;
    case 'compare':
      return `(${written(formula.left)} ${formula.operator} ${written(formula.right)})`;
    case 'iif':
      return `iif(${written(formula.if)}, ${written(formula.yes)}, ${written(formula.no)})`;
    case 'variable':
      return `%${formula.name}`;
    case 'not':
      return `(${written(formula.of)}).not()`;
  }
}

/** A variable that an expression needs, and the group that declares it; null for the questionnaire. */
export interface Declared {
  readonly group: string | null;
  readonly name: string;
  readonly text: string;
}
/** The variables of an expression, each after those that it needs. */
export function declared(formula: Formula): Declared[] {
  switch (formula.kind) {
    case 'literal':
      return [];
    case 'count':
    case 'sum':
    case 'exists':
    case 'has': {
      const { row, question } = formula;
      if (!row) return [];
      return [{ group: row.group, name: row.variable, text: `item.where(linkId = '${question.linkId}').answer.value` }];
    }
    case 'plus':
    case 'and':
    case 'or':
    case 'compare':
      return [...declared(formula.left), ...declared(formula.right)];
    case 'iif':
      return [...declared(formula.if), ...declared(formula.yes), ...declared(formula.no)];
    case 'variable':
      return [...declared(formula.of), { group: null, name: formula.name, text: written(formula.of) }];
    case 'not':
      return declared(formula.of);
  }
}

/** The linkIds that an expression names. */
export function namesIn(formula: Formula): string[] {
  switch (formula.kind) {
    case 'literal':
      return [];
    case 'count':
    case 'sum':
    case 'exists':
    case 'has':
      return [formula.question.linkId];
    case 'plus':
    case 'and':
    case 'or':
    case 'compare':
      return [...namesIn(formula.left), ...namesIn(formula.right)];
    case 'iif':
      return [...namesIn(formula.if), ...namesIn(formula.yes), ...namesIn(formula.no)];
    case 'variable':
    case 'not':
      return namesIn(formula.of);
  }
}
