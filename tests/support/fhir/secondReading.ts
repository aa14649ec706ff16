import { conceptOf, kilograms, system } from './drawnFile.ts';
import { type Condition, type DrawnItem, hasRowsOfAnswers, isQuestion, rowsOf } from './drawnForm.ts';
import type { Kind, Value } from './drawnValues.ts';
import { numberOf, type Said, truthOf } from './formulaReading.ts';

/** Evaluates a drawn questionnaire and typed answers by the rules of FHIR: what is asked, and what the response contains. */

/** What a person typed, by linkId and rows, and the rows that the person sees; null for an empty box. */
export interface Typed {
  readonly values: ReadonlyMap<string, readonly (Value | null)[]>;
  readonly rows: ReadonlyMap<string, readonly number[]>;
}
export const keyOf = (linkId: string, rowPath: readonly number[]): string => [linkId, ...rowPath].join('/');
/** What was typed at one spot, without empty boxes. */
export const typedAt = ({ values }: Typed, key: string): Value[] =>
  (values.get(key) ?? []).flatMap((value) => (value === null ? [] : [value]));

/** A repeating question with items below it, in the form that a person sees: as a group of rows. */
const asSeen = (item: DrawnItem): DrawnItem => {
  const seen = { ...item, item: item.item.map(asSeen) };
  if (!hasRowsOfAnswers(item)) return seen;
  const once = { ...seen, repeats: false, conditions: [], asked: null };
  return { ...seen, linkId: rowsOf(item.linkId), type: 'group', item: [once] };
};

interface Spot {
  readonly item: DrawnItem;
  readonly rowPath: readonly number[];
  readonly groups: readonly string[];
  readonly parent: Spot | null;
}

/** Every spot of a form with these rows, in document order. */
function spotsOf(items: readonly DrawnItem[], rows: Typed['rows']): Spot[] {
  const walk = (
    item: DrawnItem,
    parent: Spot | null,
    rowPath: readonly number[],
    groups: readonly string[],
  ): Spot[] => {
    const spot: Spot = { item, rowPath, groups, parent };
    if (!(item.type === 'group' && item.repeats))
      return [spot, ...item.item.flatMap((child) => walk(child, spot, rowPath, groups))];
    const own = rows.get(keyOf(item.linkId, rowPath)) ?? [1];
    return [
      spot,
      ...own.flatMap((row) =>
        item.item.flatMap((child) => walk(child, spot, [...rowPath, row], [...groups, item.linkId])),
      ),
    ];
  };
  return items.map(asSeen).flatMap((item) => walk(item, null, [], []));
}

const holds = ({ operator, value }: Condition, answers: readonly Value[]): boolean => {
  switch (operator) {
    case 'exists':
      return answers.length > 0 === value;
    case '=':
      return answers.includes(value);
    case '!=':
      return !answers.includes(value);
    case '>':
      return answers.some((answer) => answer > value);
    case '<=':
      return answers.some((answer) => answer <= value);
  }
};

interface Reading {
  readonly isAsked: (key: string) => boolean;
  readonly asked: ReadonlySet<string>;
  /** The answer at a spot, typed or computed; empty if the spot is not asked. */
  readonly saidAt: (key: string) => readonly Value[];
  /** True if a person answered an asked question in this row of the group. */
  readonly isInUse: (group: string, rowPath: readonly number[]) => boolean;
}

/** An item that is not asked has no answer, and nothing below it is asked. A row in which nobody answered anything does not exist. */
function readingOf(items: readonly DrawnItem[], typed: Typed): Reading {
  const spots = spotsOf(items, typed.rows);
  const byKey = new Map(spots.map((spot) => [keyOf(spot.item.linkId, spot.rowPath), spot]));
  const byLinkId = new Map<string, Spot[]>();
  for (const spot of spots) byLinkId.set(spot.item.linkId, [...(byLinkId.get(spot.item.linkId) ?? []), spot]);
  const asked = new Map<Spot, boolean>();
  const computed = new Map<Spot, readonly Value[]>();

  function said(spot: Spot): readonly Value[] {
    if (!isAsked(spot)) return [];
    const { item, rowPath } = spot;
    if (item.computed === null) return typedAt(typed, keyOf(item.linkId, rowPath));
    let own = computed.get(spot);
    if (own === undefined) {
      const value =
        item.type === 'boolean' ? truthOf(item.computed, saidFrom(spot)) : numberOf(item.computed, saidFrom(spot));
      own = value === null ? [] : [value];
      computed.set(spot, own);
    }
    return own;
  }
  const isInUse = (group: string, rowPath: readonly number[]): boolean =>
    spots.some(
      (spot) =>
        isQuestion(spot.item) &&
        spot.item.computed === null &&
        spot.groups[rowPath.length - 1] === group &&
        rowPath.every((row, depth) => spot.rowPath[depth] === row) &&
        said(spot).length > 0,
    );
  const isThere = ({ item, groups, rowPath }: Spot): boolean =>
    item.computed === null || groups.length === 0 || isInUse(groups.at(-1) ?? '', rowPath);
  /** An expression sees all rows, or only its own. */
  const saidFrom =
    (from: Spot): Said =>
    (linkId, isInRow) =>
      (byLinkId.get(linkId) ?? [])
        .filter((spot) => (isInRow ? keyOf('', spot.rowPath) === keyOf('', from.rowPath) : isThere(spot)))
        .flatMap(said);
  /** A condition sees the nearest row of the question; otherwise all rows within the nearest row that contains both. */
  function answersTo(linkId: string, from: Spot): readonly Value[] {
    const same = byLinkId.get(linkId) ?? [];
    const groups = same[0]?.groups ?? [];
    const differs = groups.findIndex((group, depth) => group !== from.groups[depth]);
    const shared = from.rowPath.slice(0, differs === -1 ? groups.length : differs);
    return same
      .filter((spot) => shared.every((row, depth) => spot.rowPath[depth] === row) && (differs === -1 || isThere(spot)))
      .flatMap(said);
  }
  function isAsked(spot: Spot): boolean {
    const known = asked.get(spot);
    if (known !== undefined) return known;
    const { conditions, behavior, asked: formula } = spot.item;
    const met = (condition: Condition) => holds(condition, answersTo(condition.question, spot));
    const own =
      formula !== null
        ? truthOf(formula, saidFrom(spot)) === true
        : conditions.length === 0 || (behavior === 'any' ? conditions.some(met) : conditions.every(met));
    const isIt = own && (spot.parent === null || isAsked(spot.parent));
    asked.set(spot, isIt);
    return isIt;
  }
  const atKey = <T>(key: string, of: (spot: Spot) => T, otherwise: T): T => {
    const spot = byKey.get(key);
    return spot ? of(spot) : otherwise;
  };
  return {
    asked: new Set(spots.filter(isAsked).map(({ item, rowPath }) => keyOf(item.linkId, rowPath))),
    isAsked: (key) => atKey(key, isAsked, false),
    saidAt: (key) => atKey(key, said, []),
    isInUse,
  };
}

/** The spots that are asked, as linkId and rows. */
export const askedSpots = (items: readonly DrawnItem[], typed: Typed): ReadonlySet<string> =>
  readingOf(items, typed).asked;

/** Items of a response, without their texts. */
export interface PlainItem {
  readonly linkId: string;
  readonly answer?: readonly object[];
  readonly item?: readonly PlainItem[];
}

/** The UTC offset of New York on the drawn days. */
export const newYork = (local: string): string => (local.startsWith('2026-03') ? '-05:00' : '-04:00');
/** What a response needs from outside: the UTC offset at the facility, and the bytes of every file. */
interface Outside {
  readonly offset: (local: string) => string;
  readonly file: Buffer;
}
/** A value as an element of the response. */
const valueElement = (kind: Kind, value: Value, { offset, file }: Outside): object => {
  switch (kind) {
    case 'boolean':
      return { valueBoolean: value };
    case 'integer':
      return { valueInteger: value };
    case 'string':
      return { valueString: value };
    case 'choice':
      return { valueCoding: { system, code: value, display: `Option ${String(value)}` } };
    case 'lookup':
      return { valueCoding: conceptOf(String(value)) };
    case 'attachment':
      return {
        valueAttachment: {
          contentType: 'image/png',
          data: file.toString('base64'),
          size: file.length,
          title: value,
        },
      };
    case 'date':
      return { valueDate: value };
    case 'time':
      return { valueTime: `${String(value)}:00` };
    case 'dateTime':
      return { valueDateTime: `${String(value)}:00${offset(String(value))}` };
    case 'quantity':
      return { valueQuantity: { value, ...kilograms } };
  }
};

/** The items that the response must have: what is asked and answered, one item for each row with an answer. */
export function expectedItems(items: readonly DrawnItem[], typed: Typed, outside: Outside): PlainItem[] {
  const { isAsked, saidAt, isInUse } = readingOf(items, typed);
  const write = (item: DrawnItem, rowPath: readonly number[]): PlainItem[] => {
    const { linkId } = item;
    if (hasRowsOfAnswers(item)) {
      const rows = typed.rows.get(keyOf(rowsOf(linkId), rowPath)) ?? [1];
      const answer = rows.flatMap((row) =>
        write({ ...item, repeats: false }, [...rowPath, row]).flatMap((one) => one.answer ?? []),
      );
      return answer.length === 0 ? [] : [{ linkId, answer }];
    }
    const key = keyOf(linkId, rowPath);
    if (!isAsked(key)) return [];
    const under = (path: readonly number[]) => item.item.flatMap((child) => write(child, path));
    const filled = (inner: PlainItem[]): PlainItem[] => (inner.length === 0 ? [] : [{ linkId, item: inner }]);
    if (!isQuestion(item)) {
      if (!item.repeats) return filled(under(rowPath));
      const rows = (typed.rows.get(key) ?? [1]).map((row) => [...rowPath, row]);
      return rows.filter((path) => isInUse(linkId, path)).flatMap((path) => filled(under(path)));
    }
    const values = saidAt(key).map((value) => valueElement(item.type, value, outside));
    const inner = under(rowPath);
    if (inner.length === 0) return values.length === 0 ? [] : [{ linkId, answer: values }];
    const [first = {}, ...others] = values;
    return [{ linkId, answer: [{ ...first, item: inner }, ...others] }];
  };
  return items.flatMap((item) => write(item, []));
}

/** The response's items in the form of `expectedItems`. */
export const withoutTexts = (items: readonly PlainItem[]): unknown =>
  JSON.parse(JSON.stringify(items, (name, value: unknown) => (name === 'text' ? undefined : value)));
