import {
  type Act,
  type ActivityGroup,
  type ActivityPart,
  type CallShape,
  acts,
  anySection,
  calls,
  auditEvents,
} from '@portal/api';
import { auditActs } from '../../audit/types.ts';

function actOfRead({ activity, section }: CallShape): Act | ActivityPart {
  return activity ?? (typeof section === 'string' && section !== anySection ? section : 'Details');
}

const known = new Map<string, Act | ActivityPart>([
  ...Object.entries(auditActs),
  ...Object.values<CallShape>(calls)
    .filter(({ audited }) => audited)
    .map((call): [string, Act | ActivityPart] => [`read.${call.name}`, actOfRead(call)]),
  ...Object.values(auditEvents).map(({ auditEventType, section }): [string, Act | ActivityPart] => [
    `client.${auditEventType}`,
    section ?? 'Details',
  ]),
]);
const isAct = (one: Act | ActivityPart): one is Act => Object.hasOwn(acts, one);

/** What a row tells of: an act, and of what was looked at the part. Rows of a kind that is no more are `other`. */
export function actOf(
  type: string,
  event: string | null = null,
  isAhead = false,
): { readonly act: Act; readonly part: ActivityPart | null } {
  // The page was left alone, not by a press.
  if (type === 'session.ended' && event === 'inactive') return { act: 'signedOutByTime', part: null };
  const found = known.get(type) ?? 'other';
  // Read to be kept on a device: nobody has looked at it.
  if (isAhead) return { act: 'copiedToDevice', part: null };
  return isAct(found) ? { act: found, part: null } : { act: 'looked', part: found };
}

/** The part of a record that a call is about, by its name; null for a call that there is not. */
export function partOfCall(name: string | null): ActivityPart | null {
  const call = Object.values<CallShape>(calls).find((one) => one.name === name);
  const found = call === undefined ? 'other' : actOfRead(call);
  return isAct(found) ? null : found;
}

/** The kinds of rows of a group, for narrowing the log where it is read. */
export const typesOf = (group: ActivityGroup): string[] =>
  [...known.keys()].filter((type) => acts[actOf(type).act] === group);

export const allTypes = (): string[] => [...known.keys()];
