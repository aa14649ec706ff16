import type { Message, Repetition, Segment } from './message/er7.ts';

/** The assigning authority of a number (CX-4), by its name or its universal id. */
export const authoritiesOf = (number: Repetition): string[] =>
  [number.text(4), number.text(4, 2)].filter((one) => one !== null);

/**
 * The facility's record number in PID-3, or in another field (MRG-1): that of the interface's assigning authority, or of type MR; a number without authority and type
 * counts where it is the only one. Null if there is none, or more than one that differ.
 */
export function recordNumberOf(segment: Segment, authority: string | null, field = 3): string | null {
  const numbers = segment.all(field);
  const named = numbers.filter((one) =>
    authority === null ? one.text(5) === 'MR' : authoritiesOf(one).includes(authority),
  );
  const [only] = numbers;
  const bare = authority === null && numbers.length === 1 && only?.text(5) === null ? numbers : [];
  const values = new Set((named.length > 0 ? named : bare).flatMap((one) => one.text(1) ?? []));
  const [value = null] = values;
  return values.size === 1 ? value : null;
}

/** The other record number that a message names: that of before (MRG-1), or that of a second PID. Null if there is none, or more than one. */
export function otherNumberIn({ segments }: Message, authority: string | null): string | null {
  const [, second] = segments.filter(({ name }) => name === 'PID');
  if (second !== undefined) return recordNumberOf(second, authority);
  const [mrg, ...others] = segments.filter(({ name }) => name === 'MRG');
  return mrg === undefined || others.length > 0 ? null : recordNumberOf(mrg, authority, 1);
}
