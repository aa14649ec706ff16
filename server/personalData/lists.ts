import type { HealthEntry } from '@portal/api';
import type { HeldEntry } from '../healthSummary/write/fromRecord.ts';
import { visitWords } from '../healthSummary/write/narrative.ts';
import type { PatientFacts } from '../healthSummary/write/patientFacts.ts';

/** What lists tell, but for what stands in the treatment summary, which is in the XML by itself. */
export function listedIn({ entries, treatment }: Pick<PatientFacts, 'entries' | 'treatment'>): HeldEntry[] {
  const inSummary = new Set([...treatment.sources.values()].map(({ id }) => id));
  return entries.filter(({ resource }) => !inSummary.has(resource));
}

const textOf = ({ name, comparator, value, unit }: HealthEntry['values'][number]): string =>
  [name === null ? null : `${name}:`, comparator, value ?? 'unknown', unit].filter((part) => part !== null).join(' ');

/** What an entry is called; a visit of which only its class came is called by that, as on the page. */
function nameOf({ list, entry: { name, codes } }: Pick<HeldEntry, 'list' | 'entry'>): string | null {
  return name ?? (list === 'encounters' ? visitWords(codes, 'en') : null);
}

export const entryXml = ({ list, source, entry }: Pick<HeldEntry, 'list' | 'source' | 'entry'>) => ({
  List: list,
  Source: source,
  Name: nameOf({ list, entry }),
  NotKnownBecause: nameOf({ list, entry }) === null ? entry.missing : null,
  Negation: entry.negation,
  Status: entry.status,
  Start: entry.start,
  End: entry.end,
  Recorded: entry.recorded,
  Code: entry.codes.map(({ system, code, display }) => ({ System: system, Code: code, Display: display })),
  Value: entry.values.map((value) => textOf(value)),
  Detail: entry.facts.map(({ name, value }) => ({ Name: name, Text: value })),
});
