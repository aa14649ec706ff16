import type { ExternalSystem, IfSystemId, OfficeVisit } from '@portal/api';
import { summaryTrigger } from '@portal/api';
import { dayAt, isoDay, zoneOf } from '../../records/zone.ts';
import { addMonths, calendarDate } from '../../ui/calendar.ts';
import type { Problem } from '../../ui/form/rules.ts';
import type { SummaryRequest } from './address.ts';

/** The form "View Your Health Summary": dates as typed while they are incomplete. */
export interface SummaryOptions {
  readonly startDate: string;
  readonly endDate: string;
  readonly radioValue: 'daterange' | 'visits';
  /** -1: none. */
  readonly recentVisitIndex: number;
  readonly system: IfSystemId | null;
}

export type OptionsAct =
  | { readonly kind: 'choose'; readonly radioValue: SummaryOptions['radioValue'] }
  | { readonly kind: 'pickVisit'; readonly index: number }
  | { readonly kind: 'focusRange' }
  | { readonly kind: 'setDate'; readonly name: 'startDate' | 'endDate'; readonly typed: string }
  | { readonly kind: 'setSystem'; readonly system: IfSystemId | null };

/** From one year ago to today, by the clock of the facility (specification 3, section 9). */
export function startOptions(timeZone: string, now: number, system: IfSystemId | null): SummaryOptions {
  const today = calendarDate(isoDay(dayAt(zoneOf(timeZone), now)));
  return {
    startDate: (today && addMonths(today, -12)) ?? '',
    endDate: today ?? '',
    radioValue: 'daterange',
    recentVisitIndex: -1,
    system,
  };
}

const byRange = { radioValue: 'daterange', recentVisitIndex: -1 } as const;

/** The form after an action (specification 3, section 4): range and visits exclude each other. */
export function optionsAfter(options: SummaryOptions, act: OptionsAct): SummaryOptions {
  switch (act.kind) {
    case 'choose':
      return act.radioValue === 'daterange' ? { ...options, ...byRange } : { ...options, radioValue: 'visits' };
    case 'pickVisit':
      return { ...options, radioValue: 'visits', recentVisitIndex: act.index };
    case 'focusRange':
      return { ...options, ...byRange };
    case 'setDate':
      return { ...options, ...byRange, [act.name]: act.typed };
    case 'setSystem':
      return { ...options, ...byRange, system: act.system };
  }
}

export interface OptionsProblems {
  readonly startDate?: Problem;
  readonly endDate?: Problem;
  readonly system?: Problem;
  readonly recentVisitIndex?: Problem;
}

const datesMissing: Problem = { text: 'healthSummary.datesMissing' };

/** What the form asks for, or its errors (specification 3, section 5). Dates are put in order. */
export function summaryRequestOf(
  { radioValue, recentVisitIndex, startDate, endDate, system }: SummaryOptions,
  visits: readonly OfficeVisit[],
): SummaryRequest | OptionsProblems {
  if (radioValue === 'visits') {
    const visit = visits[recentVisitIndex];
    if (visit === undefined) return { recentVisitIndex: { text: 'healthSummary.visitMissing' } };
    const { ifSystemId, identifier } = visit;
    return { kind: 'document', key: { ifSystemId, identifier } };
  }
  const [one, other] = [calendarDate(startDate), calendarDate(endDate)];
  if (one === null || other === null || system === null)
    return {
      ...(one === null ? { startDate: datesMissing } : {}),
      ...(other === null ? { endDate: datesMissing } : {}),
      ...(system === null ? { system: { text: 'core.required' } } : {}),
    };
  const [first, last] = one <= other ? [one, other] : [other, one];
  return { kind: 'search', search: { ifSystemId: system, startDate: first, endDate: last } };
}

/** The systems that have health summaries, by name, ignoring case. */
export const summarySystems = (systems: readonly ExternalSystem[], locale: string): ExternalSystem[] => {
  const order = new Intl.Collator(locale, { sensitivity: 'accent' });
  return systems
    .filter(({ activeTriggerEventTypes }) => activeTriggerEventTypes.includes(summaryTrigger))
    .toSorted((one, other) => order.compare(one.patientDisplayName, other.patientDisplayName));
};
