import { type Answer, type LocalDateTime, type QuestionnaireItem } from '@portal/api';
import type { SourceNode } from '../template.ts';
import { zoneNameAt } from '../../process/zoneName.ts';

/** A FHIR element. Only fields with a value are written. */
export type Element = Readonly<Record<string, unknown>>;

const compact = (object: Element): Record<string, unknown> =>
  Object.fromEntries(Object.entries(object).filter(([, value]) => value !== null && value !== undefined));

/** The offset of a zone from UTC at an instant, such as `+05:30`. */
export function offsetAt(zone: string, at: number): string {
  // Historical local mean times have offsets with seconds, which FHIR cannot write.
  return /[+-]\d\d:\d\d/.exec(zoneNameAt(zone, 'longOffset', new Date(at)))?.[0] ?? '+00:00';
}
/** A local time of a zone with its offset, which FHIR requires. */
export function withOffset(local: LocalDateTime, zone: string): string {
  const text = `${local}:00`;
  const nearly = offsetAt(zone, Date.parse(`${text}Z`));
  return `${text}${offsetAt(zone, Date.parse(`${text}${nearly}`))}`;
}

/** A number in the type and unit of its source. */
export function numberValue(node: Pick<SourceNode, 'type' | 'unit'>, value: number): Element {
  if (node.type === 'quantity')
    return {
      valueQuantity: compact({ value, unit: node.unit?.unit, system: node.unit?.system, code: node.unit?.code }),
    };
  return node.type === 'integer' && Number.isInteger(value) ? { valueInteger: value } : { valueDecimal: value };
}

function quantityValue(node: SourceNode, value: number, unitKey: string | undefined): Element {
  const unit = node.units?.find(({ key }) => key === unitKey) ?? node.unit;
  return { valueQuantity: compact({ value, unit: unit?.unit, system: unit?.system, code: unit?.code }) };
}

function textValue(node: SourceNode, text: string): Element {
  switch (node.type) {
    case 'url':
      return { valueUri: text };
    case 'choice':
      return { valueCoding: { display: text } };
    case 'reference':
      return { valueReference: { display: text } };
    default:
      return { valueString: text };
  }
}

interface Around {
  readonly optionKeys: ReadonlyMap<number, string>;
  /** The time zone in which answered times were given. */
  readonly timeZone: string;
  readonly files?: ReadonlyMap<number, Buffer>;
}

function entryValue(node: SourceNode, entry: Answer, { timeZone, files }: Around): Element | null {
  if (entry.coding !== undefined) return { valueCoding: compact(entry.coding) };
  if (entry.attachment !== undefined) {
    const { attachmentId, contentType, fileName, size } = entry.attachment;
    return {
      valueAttachment: compact({
        contentType,
        data: files?.get(attachmentId)?.toString('base64'),
        size,
        title: fileName,
      }),
    };
  }
  if (entry.numberAnswer !== undefined)
    return entry.unitKey === undefined
      ? numberValue(node, entry.numberAnswer)
      : quantityValue(node, entry.numberAnswer, entry.unitKey);
  if (entry.dateAnswer !== undefined)
    return node.type === 'dateTime' ? { valueDateTime: entry.dateAnswer } : { valueDate: entry.dateAnswer };
  if (entry.dateTimeAnswer !== undefined) return { valueDateTime: withOffset(entry.dateTimeAnswer, timeZone) };
  if (entry.timeAnswer !== undefined)
    return { valueTime: entry.timeAnswer.length === 5 ? `${entry.timeAnswer}:00` : entry.timeAnswer };
  if (entry.isChecked !== undefined) return { valueBoolean: entry.isChecked };
  const text = entry.textAnswer ?? entry.otherOptionText;
  return text === undefined ? null : textValue(node, text);
}

/** The value elements of an item's answers, in the terms of its source. */
export function valuesOf(
  node: SourceNode,
  item: QuestionnaireItem,
  entries: readonly Answer[],
  around: Around,
  aboutOf: (node: SourceNode) => Element,
): Element[] {
  if (!('listAnswers' in item))
    return entries.map((entry) => entryValue(node, entry, around)).filter((value) => value !== null);
  return entries.flatMap((entry): Element[] => {
    if (entry.listAnswerId === undefined) return [];
    const key = around.optionKeys.get(entry.listAnswerId) ?? '';
    const source = node.options[key];
    const words = node.item.find((child) => child.otherOf === key);
    if (source && words && entry.otherOptionText !== undefined)
      return [
        {
          [source.element]: source.value,
          item: [{ ...aboutOf(words), answer: [{ valueString: entry.otherOptionText }] }],
        },
      ];
    if (entry.otherOptionText !== undefined) return [{ valueString: entry.otherOptionText }];
    return source ? [{ [source.element]: source.value }] : [];
  });
}
