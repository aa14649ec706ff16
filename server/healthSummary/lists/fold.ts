import type { EntrySource, EntryValue, FactName, HealthEntry, HealthListKey, RecordDate } from '@portal/api';
import { partNamed } from '../../record/map/lists/partFacts.ts';

/** One entry as one resource tells it. */
export interface SourcedEntry {
  /** Of its row. */
  readonly id: number;
  readonly listKey: HealthListKey;
  readonly entry: HealthEntry;
  readonly source: EntrySource;
  /** The resource that it stands in, and the clinic that the resource is from. */
  readonly resourceId: number;
  readonly clinic: string;
  /** When its source was written, for the order; the newest speaks for all. */
  readonly sourceAt: string | null;
}
/** An entry with all that tell it, the newest source first. */
export interface FoldedEntry {
  readonly listKey: HealthListKey;
  readonly entry: HealthEntry;
  readonly all: readonly SourcedEntry[];
}

function newestFirst(one: SourcedEntry, other: SourcedEntry): number {
  const [at, otherAt] = [one.sourceAt ?? '', other.sourceAt ?? ''];
  if (at !== otherAt) return at < otherAt ? 1 : -1;
  return other.resourceId - one.resourceId || one.id - other.id;
}

function grouped<Item>(items: Iterable<Item>, keyOf: (item: Item) => string): Item[][] {
  const groups = new Map<string, Item[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [item]);
    else group.push(item);
  }
  return [...groups.values()];
}

/** What two entries must say alike. Values that are coded are alike by their codes, the names of parts by theirs. */
const valueKey = ({ name, codes, comparator, value, unit, isNumber, missing }: EntryValue): unknown => {
  const coded = codes.map(({ system, code }) => `${system ?? ''}|${code}`).toSorted();
  if (coded.length > 0 && !isNumber) return [coded, missing];
  return [coded.length > 0 ? coded : name, comparator, value, unit, missing];
};
/** One moment is the same in whatever zone it is written. */
const dateKey = (date: RecordDate | null): string | null =>
  date === null || date.length <= 10 ? date : new Date(date).toISOString();
const sameKey = ({ listKey, entry: { negation, status, start, end, values } }: SourcedEntry): string =>
  JSON.stringify([listKey, negation, status, dateKey(start), dateKey(end), values.map(valueKey)]);

/** What is told beside the thing itself. Where two say anything else differently, it may be two things. */
const beside: ReadonlySet<FactName> = new Set<FactName>([
  'reason',
  'prescriber',
  'performer',
  'place',
  'manufacturer',
  'comment',
]);
/** Sources name the same part of a measurement differently: what is said of a part goes by the part's code. */
function factKey(entry: HealthEntry, fact: string): string {
  const own = partNamed(entry, fact);
  const [code] = entry.values.find(({ name }) => own !== null && name === own.part)?.codes ?? [];
  return own === null || code === undefined ? fact : JSON.stringify([code.system, code.code, own.words]);
}
/** Aspects that must not contradict each other: the codes of each system, the words of each fact that tells. */
function aspectsOf({ entry }: SourcedEntry): ReadonlyMap<string, ReadonlySet<string>> {
  const aspects = new Map<string, Set<string>>();
  const add = (aspect: string, value: string) => {
    const known = aspects.get(aspect);
    if (known === undefined) aspects.set(aspect, new Set([value]));
    else known.add(value);
  };
  for (const { system, code } of entry.codes) if (system !== null) add(`code ${system}`, code);
  for (const { name, value } of entry.facts) if (!beside.has(name)) add(`fact ${name}`, factKey(entry, value));
  return aspects;
}
const exactKey = (told: SourcedEntry): string =>
  [...aspectsOf(told)]
    .map(([aspect, values]) => JSON.stringify([aspect, [...values].toSorted()]))
    .toSorted()
    .join('\n');

const overlap = (one: ReadonlySet<string>, other: ReadonlySet<string>): boolean =>
  [...one].some((value) => other.has(value));
const alike = (one: ReadonlySet<string>, other: ReadonlySet<string>): boolean =>
  one.size === other.size && [...one].every((value) => other.has(value));
/** Whether no two of them say different things of one aspect. */
function agree(units: readonly (readonly SourcedEntry[])[]): boolean {
  const kinds = new Map<string, ReadonlySet<string>[]>();
  for (const [first] of units)
    if (first !== undefined)
      for (const [aspect, values] of aspectsOf(first)) {
        const known = kinds.get(aspect) ?? [];
        if (!known.some((set) => alike(set, values))) known.push(values);
        kinds.set(aspect, known);
      }
  return [...kinds].every(([aspect, sets]) =>
    sets.every((one, at) => sets.slice(at + 1).every((other) => aspect.startsWith('code ') && overlap(one, other))),
  );
}

/** Units that are connected by a code of the same system; each has one. */
function connected(units: readonly (readonly SourcedEntry[])[]): (readonly SourcedEntry[])[][] {
  const groupOf = new Map<string, Set<readonly SourcedEntry[]>>();
  for (const unit of units) {
    let group = new Set([unit]);
    for (const { system, code } of unit[0]?.entry.codes ?? []) {
      if (system === null) continue;
      const key = `${system}|${code}`;
      const known = groupOf.get(key);
      if (known !== undefined && known !== group) {
        for (const each of group) known.add(each);
        for (const [of, set] of groupOf) if (set === group) groupOf.set(of, known);
        group = known;
      }
      groupOf.set(key, group);
    }
  }
  return [...new Set(groupOf.values())].map((group) => [...group]);
}

/**
 * Those of several sources that are one: the same code and the same beginning, and nothing in which they contradict each other. Where some of a
 * group do, only those become one that say all alike; so it does not matter which was read first.
 */
function foldDated(units: readonly (readonly SourcedEntry[])[]): (readonly SourcedEntry[])[] {
  return grouped(units, ([first]) => (first === undefined ? '' : sameKey(first))).flatMap((same) =>
    same.length === 1
      ? same
      : connected(same).flatMap((group) =>
          agree(group)
            ? [group.flat()]
            : grouped(group, ([first]) => (first === undefined ? '' : exactKey(first))).map((exact) => exact.flat()),
        ),
  );
}

const hasCode = ({ entry }: SourcedEntry): boolean => entry.codes.some(({ system }) => system !== null);
/** All that an entry says; when it was written down again is left out. Two orders of a medicine without a beginning differ in nothing else. */
const contentKey = ({ listKey, entry, source }: SourcedEntry): string => {
  const isOwnDay = listKey === 'medications' && entry.start === null && source.document === null;
  return JSON.stringify([listKey, { ...entry, recorded: isOwnDay ? entry.recorded : null }]);
};

/** What is told twice within one document, or again in a later one of the same clinic. Without a code, words alone would decide: those stay apart. */
function repeated(entries: readonly SourcedEntry[]): SourcedEntry[][] {
  return grouped(entries, (told) => JSON.stringify([hasCode(told) ? told.clinic : told.resourceId, contentKey(told)]));
}

/** What all of them tell: the newest source's entry, with the codes and facts of the others. */
function together(all: readonly SourcedEntry[]): FoldedEntry[] {
  const ordered = all.toSorted(newestFirst);
  const [newest, ...others] = ordered;
  if (newest === undefined) return [];
  const { entry, listKey } = newest;
  if (others.length === 0) return [{ listKey, entry, all: ordered }];
  const codes = [...entry.codes];
  const facts = [...entry.facts];
  for (const { entry: other } of others) {
    for (const code of other.codes)
      if (!codes.some((known) => known.system === code.system && known.code === code.code)) codes.push(code);
    for (const fact of other.facts)
      if (!facts.some(({ name, value }) => name === fact.name && value === fact.value)) facts.push(fact);
  }
  const named = ordered.find(({ entry: one }) => one.name !== null)?.entry ?? entry;
  const recorded = ordered.find(({ entry: one }) => one.recorded !== null)?.entry.recorded ?? null;
  const language = others.every(({ entry: other }) => other.language === entry.language) ? entry.language : null;
  const { name, missing } = named;
  return [{ listKey, entry: { ...entry, name, missing, codes, facts, recorded, language }, all: ordered }];
}

/**
 * Makes one of what is told several times. Entries of several clinics are one only if code and date are the same and they say nothing different; what
 * has no date or no code stands by itself, unless the same clinic says the very same again. Words are never compared across clinics.
 */
export function fold(entries: readonly SourcedEntry[]): FoldedEntry[] {
  const units = repeated(entries.toSorted(newestFirst));
  const dated: SourcedEntry[][] = [];
  const others: SourcedEntry[][] = [];
  for (const unit of units)
    (unit[0] !== undefined && unit[0].entry.start !== null && hasCode(unit[0]) ? dated : others).push(unit);
  return [...foldDated(dated), ...others].flatMap(together);
}
