import { offsetAt } from '../questionnaires/fhir/responseValues.ts';

const instant = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/;

/** An instant by the clock of a place, as pages and papers show it: `2026-11-20T08:05:00-05:00`. Any other text stays as it is. */
export function byClockOf(text: string, zone: string): string {
  const [found, fraction] = instant.exec(text) ?? [];
  const at = Date.parse(text);
  if (found === undefined || Number.isNaN(at)) return text;
  const offset = offsetAt(zone, at);
  const local = new Date(at + at - Date.parse(text.replace('Z', offset))).toISOString();
  return `${local.slice(0, 19)}${fraction ?? ''}${offset}`;
}
