import {
  CalendarDate as CalendarDateSchema,
  type CalendarDate,
  type KioskState,
  kioskStates,
  type KioskVisitor,
} from '@portal/api';
import * as v from 'valibot';
import { dayIn } from '../../src/modules/questionnaires/fill/due.ts';

/** Today's date at the facility, whatever the tablet's time zone. */
export const todayAt = (timeZone: string, now: Date): CalendarDate => v.parse(CalendarDateSchema, dayIn(timeZone, now));

/** What `startIfOnlyOne` asks for: a lone questionnaire opens at once, a lone patient's start is offered. */
type LoneStart = { readonly kind: 'open' | 'ask'; readonly visitor: KioskVisitor };

/** The questionnaires that can still be filled in. */
export const openQuestionnairesOf = ({ questionnaires }: KioskVisitor): KioskVisitor['questionnaires'] =>
  questionnaires.filter(({ isSent }) => !isSent);

/** True where Start or Continue is offered: something is open, and no other tablet has them. */
export const canBeStarted = (visitor: KioskVisitor): boolean =>
  visitor.state !== 'finished' && visitor.canStartByPatient && visitor.onOtherTabletSince === null;

/** What to start, or null where there are several or nothing can be started. */
export function loneStart(visitors: readonly KioskVisitor[]): LoneStart | null {
  const [visitor, second] = visitors.filter(({ state }) => state !== 'finished');
  if (!visitor || second || !canBeStarted(visitor)) return null;
  return { kind: openQuestionnairesOf(visitor).length === 1 ? 'open' : 'ask', visitor };
}

/** The people of a list by state, without empty states. */
export const byState = (
  visitors: readonly KioskVisitor[],
): readonly { readonly state: KioskState; readonly visitors: readonly KioskVisitor[] }[] =>
  kioskStates
    .map((state) => ({ state, visitors: visitors.filter((visitor) => visitor.state === state) }))
    .filter((group) => group.visitors.length > 0);
