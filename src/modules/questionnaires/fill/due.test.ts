import { AssignedQuestionnaireSummary, CalendarDate } from '@portal/api';
import fc from 'fast-check';
import * as v from 'valibot';
import { describe, expect, it, vi } from 'vitest';
import { autoRedirectTarget, dayIn, dueState, redirectOnce } from './due.ts';

const date = (text: string) => v.parse(CalendarDate, text);
const summary = (assignedQuestionnaireId: number, more: object = {}) =>
  v.parse(AssignedQuestionnaireSummary, {
    assignedQuestionnaireId,
    templateTitle: 'How are you doing?',
    templateDescription: null,
    statusDescription: 'Assigned',
    dueDate: null,
    completedDate: null,
    isNew: true,
    canStartByPatient: true,
    ...more,
  });

describe('due and overdue', () => {
  const justBeforeMidnightInToronto = new Date('2026-11-19T04:59:59Z');
  const midnightInToronto = new Date('2026-11-19T05:00:00Z');

  it('stays due until the day is over where the facility is', () => {
    expect(dueState(date('2026-11-18'), 'America/Toronto', justBeforeMidnightInToronto)).toBe('due');
    expect(dueState(date('2026-11-18'), 'America/Toronto', midnightInToronto)).toBe('overdue');
    expect(dueState(date('2026-11-19'), 'America/Toronto', midnightInToronto)).toBe('due');
  });

  it.each([
    ['Etc/GMT+12', '2026-11-18'],
    ['America/St_Johns', '2026-11-19'],
    ['Asia/Kathmandu', '2026-11-19'],
    ['Pacific/Kiritimati', '2026-11-19'],
  ])('knows the day in %s', (zone, day) => {
    expect(dayIn(zone, new Date('2026-11-19T09:30:00Z'))).toBe(day);
  });

  it('knows the day through a change of the clock', () => {
    expect(dayIn('America/Toronto', new Date('2026-11-01T05:30:00Z'))).toBe('2026-11-01');
    expect(dayIn('America/Toronto', new Date('2026-11-01T04:59:00Z'))).toBe('2026-11-01');
    expect(dayIn('America/Toronto', new Date('2026-11-02T04:59:00Z'))).toBe('2026-11-01');
  });

  it('turns from due to overdue once, and never back', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('UTC', 'Asia/Tokyo', 'America/Los_Angeles', 'Pacific/Chatham'),
        fc.date({ min: new Date('2020-01-01'), max: new Date('2035-01-01'), noInvalidDate: true }),
        fc.integer({ min: 0, max: 72 }),
        (zone, now, hours) => {
          const due = date(dayIn(zone, now));
          const later = new Date(now.getTime() + hours * 3_600_000);
          expect(dueState(due, zone, now)).toBe('due');
          expect(dueState(due, zone, later)).toBe(dayIn(zone, later) === due ? 'due' : 'overdue');
        },
      ),
    );
  });
});

describe('opening a lone questionnaire directly', () => {
  it('opens the only one, and none where there are several, none, or one that is not active yet', () => {
    expect(autoRedirectTarget([summary(4)])).toBe(4);
    expect(autoRedirectTarget([])).toBeNull();
    expect(autoRedirectTarget([summary(4), summary(5)])).toBeNull();
    expect(autoRedirectTarget([summary(4, { canStartByPatient: false })])).toBeNull();
    // The next one of a series.
    const later = summary(5, { canStartByPatient: false, opensOn: date('2026-12-01') });
    expect(autoRedirectTarget([summary(4), later])).toBe(4);
    expect(autoRedirectTarget([later])).toBeNull();
  });

  it('does so once, also when the list is shown or fetched again', () => {
    const open = vi.fn();
    const look = redirectOnce(open);
    expect([look([summary(4)]), look([summary(4)]), look([summary(5)])]).toEqual([true, false, false]);
    expect(open.mock.calls).toEqual([[4]]);
  });

  it('does not open one that is left over after the list was shown', () => {
    const open = vi.fn();
    const look = redirectOnce(open);
    look([summary(4), summary(5)]);
    look([summary(5)]);
    expect(open).not.toHaveBeenCalled();
  });
});
