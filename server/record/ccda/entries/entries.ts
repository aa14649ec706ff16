import { type HealthListKey, LanguageTag } from '@portal/api';
import * as v from 'valibot';
import { isDeathCode } from '../../map/deaths.ts';
import type { HealthEntryRow } from '../../map/mapped.ts';
import { outerSections, sectionsIn } from '../document/body.ts';
import type { DocumentHeader, XmlElement } from '../tree.ts';
import { attributeOf, childOf, childrenOf, textOf } from '../xml/elements.ts';
import { readEncounter, readGoal, readPlanned, readProcedure, readSocial } from './acts.ts';
import { readAllergy } from './allergies.ts';
import { statementOf } from './elements.ts';
import { readImmunization } from './immunizations.ts';
import { readMedication } from './medications.ts';
import { readObserved } from './observed.ts';
import { readProblem } from './problems.ts';
import { listOfSection, listOfStatement } from './sections.ts';
import { type OtherReason, type Reading, rowOf, type ReadEntry } from './readEntry.ts';
import { Narrative, plain, wordsIn } from './written.ts';

export interface SectionCount {
  /** The section's code, or its title if it has no code. */
  readonly section: string;
  /** Null: the section belongs to no list, and none of its entries is read. */
  readonly list: HealthListKey | null;
  readonly entries: number;
  /** Entries that became at least one row. */
  readonly told: number;
  readonly rows: number;
  readonly others: Readonly<Partial<Record<OtherReason, number>>>;
}
export interface ReadEntries {
  readonly rows: readonly HealthEntryRow[];
  readonly sections: readonly SectionCount[];
}

type EntryReader = (statement: XmlElement, reading: Reading) => ReadEntry[] | OtherReason;
const readers: Readonly<Record<HealthListKey, EntryReader>> = {
  problems: readProblem,
  medications: readMedication,
  allergies: readAllergy,
  immunizations: readImmunization,
  vitals: (statement, reading) => readObserved('vitals', statement, reading),
  results: (statement, reading) => readObserved('results', statement, reading),
  procedures: readProcedure,
  encounters: readEncounter,
  socialHistory: readSocial,
  goals: readGoal,
  carePlans: readPlanned,
};

/** What a death certificate says belongs to no list, whichever section contains it. */
function readStatement(list: HealthListKey, statement: XmlElement, reading: Reading): ReadEntry[] | OtherReason {
  const found = readers[list](statement, reading);
  if (typeof found === 'string') return found;
  const others = found.filter(({ entry }) => !entry.codes.some(isDeathCode));
  return found.length > 0 && others.length === 0 ? 'otherKind' : others;
}

const languageOf = (of: XmlElement): Reading['language'] =>
  v.parse(v.fallback(v.nullable(LanguageTag), null), attributeOf(childOf(of, 'languageCode'), 'code'));

/** Reads the rows for the health summary's lists from a document, and counts what became of each entry. */
export function readEntries(root: XmlElement, header: Pick<DocumentHeader, 'language'>): ReadEntries {
  const narrative = new Narrative(root);
  const rows: HealthEntryRow[] = [];
  const sections: SectionCount[] = [];

  const readSection = (
    section: XmlElement,
    place: readonly number[],
    outer: Pick<Reading, 'language'>,
    around: HealthListKey | null,
  ) => {
    const code = attributeOf(childOf(section, 'code'), 'code');
    const list = listOfSection(section) ?? (code === null ? around : null);
    const reading: Reading = { narrative, language: languageOf(section) ?? outer.language };
    const entries = childrenOf(section, 'entry');
    const title =
      wordsIn(childOf(section, 'title')) ?? plain(attributeOf(childOf(section, 'code'), 'displayName') ?? '') ?? '';
    const others: Partial<Record<OtherReason, number>> = {};
    const before = rows.length;
    let told = 0;
    if (list !== null)
      for (const entry of entries) {
        const statement = statementOf(entry);
        const found =
          statement === null ? 'saysNothing' : readStatement(listOfStatement(list, statement), statement, reading);
        if (typeof found === 'string') others[found] = (others[found] ?? 0) + 1;
        else {
          told += 1;
          rows.push(...found.map(rowOf));
        }
      }
    if (list !== null && told === 0 && childrenOf(section, 'text').some((text) => textOf(text) !== null))
      rows.push({ listKey: list, kind: 'narrative', entry: { title, section: place }, entryAt: null });
    sections.push({ section: code ?? title, list, entries: entries.length, told, rows: rows.length - before, others });
    sectionsIn(section).forEach((inner, at) => readSection(inner, [...place, at], reading, list));
  };

  const language = v.parse(v.fallback(v.nullable(LanguageTag), null), header.language);
  outerSections(root).forEach((section, at) => readSection(section, [at], { language }, null));
  return { rows, sections };
}

/** The rows for the health summary's lists: the document's coded entries, or the place of the text in a section without any. */
export const entriesOf = (root: XmlElement, header: DocumentHeader): HealthEntryRow[] => [
  ...readEntries(root, header).rows,
];
