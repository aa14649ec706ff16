import { AuditRowId } from '@portal/api';
import * as fc from 'fast-check';
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { type ActivityRow, type Line, linesOf, mostGapMs } from './activityLines.ts';

const begin = Date.parse('2026-11-23T12:00:00Z');
const row = (
  id: number,
  seconds: number,
  type: string,
  sessionId: number | null = 1,
  isAhead = false,
): ActivityRow => ({
  id: v.parse(AuditRowId, id),
  at: new Date(begin + seconds * 1000).toISOString().replace('Z', '000Z'),
  type,
  sessionId,
  event: null,
  isAhead,
  opened: null,
});
const latestFirst = (rows: readonly ActivityRow[]) =>
  rows.toSorted((one, other) => (one.at === other.at ? other.id - one.id : one.at < other.at ? 1 : -1));

/** As the database gives them: from the first row on that may matter for what comes after. */
async function* given(rows: readonly ActivityRow[], after: ActivityRow | null) {
  const from = after === null ? Infinity : Date.parse(after.at) + mostGapMs + 1;
  for (const one of rows) if (Date.parse(one.at) <= from) yield one;
}

async function pages(rows: readonly ActivityRow[], count: number, mostRows = 10_000): Promise<Line<ActivityRow>[]> {
  const all: Line<ActivityRow>[] = [];
  let after: ActivityRow | null = null;
  for (let page = 0; page < 1000; page += 1) {
    const { lines, next }: Awaited<ReturnType<typeof linesOf<ActivityRow>>> = await linesOf(given(rows, after), {
      count,
      after,
      mostRows,
    });
    all.push(...lines);
    if (next === null) return all;
    after = rows.find(({ id }) => id === next) ?? null;
  }
  throw new Error('the pages never end');
}
const short = (lines: readonly Line<ActivityRow>[]) =>
  lines.map(({ row: { id }, act, parts }) => [id, act, parts.join(' ')]);

describe('one line for each act, and not for each call', () => {
  test('Home is named as what was opened, with all that it read; beside another page it is one look', async () => {
    const home = [
      row(1, 0, 'read.getPatient'),
      row(2, 1, 'read.listCareTeam'),
      row(3, 1, 'read.listMedicalNotes'),
      row(4, 2, 'client.dashboardviewauditevent'),
      row(5, 3, 'read.listAppointments'),
    ];
    expect(short(await pages(latestFirst(home), 50))).toEqual([
      [5, 'openedHome', 'Appointments MedicalNotes CareTeam'],
    ]);
    const opened = { ...row(6, 4, 'read.getLabResult'), opened: 'result 7' as const };
    for (const more of [row(6, 4, 'client.appointmentsviewauditevent'), opened])
      expect((await pages(latestFirst([...home, more]), 50)).map(({ act }) => act)).toEqual(['looked']);
    // Without its word it is a look like any other.
    const silent = home.filter(({ id }) => id !== 4);
    expect((await pages(latestFirst(silent), 50)).map(({ act }) => act)).toEqual(['looked']);
  });
  test('what a page asks for in one go is one line with its parts in the order of the sections; name and address go unsaid beside others', async () => {
    const rows = latestFirst([
      row(1, 0, 'session.started'),
      row(2, 1, 'read.getPatient'),
      row(3, 1, 'read.listCareTeam'),
      row(4, 2, 'read.listAppointments'),
      row(5, 2, 'client.appointmentsviewauditevent'),
      row(6, 60, 'read.getPatient'),
    ]);
    expect(short(await pages(rows, 50))).toEqual([
      [6, 'looked', 'Details'],
      [5, 'looked', 'Appointments CareTeam'],
      [1, 'signedIn', ''],
    ]);
  });

  test('two people who look at once are two lines, and an act that is no look is always one of its own', async () => {
    const rows = latestFirst([
      row(1, 0, 'read.listAppointments', 1),
      row(2, 1, 'read.listAppointments', 2),
      row(3, 2, 'read.getFollowUpPlan', 1),
      row(4, 3, 'contact.added', 1),
      row(5, 4, 'contact.added', 1),
      row(6, 5, 'read.getFollowUpPlan', 1),
    ]);
    expect(short(await pages(rows, 50))).toEqual([
      [6, 'looked', 'Appointments FollowUpPlan'],
      [5, 'contactAdded', ''],
      [4, 'contactAdded', ''],
      [2, 'looked', 'Appointments'],
    ]);
  });

  test('what a device reads ahead of time is one line with how much it was, and names nothing as looked at', async () => {
    const rows = latestFirst([
      row(1, 0, 'read.listLabResults', 1, true),
      { ...row(2, 1, 'read.getLabResult', 1, true), opened: 'result 7' },
      row(3, 2, 'read.listAppointments'),
      row(4, 300, 'read.getThread', 1, true),
      row(5, 2000, 'read.getThread', 1, true),
    ]);
    const lines = await pages(rows, 50);
    expect(short(lines)).toEqual([
      [5, 'copiedToDevice', ''],
      [4, 'copiedToDevice', ''],
      [3, 'looked', 'Appointments'],
    ]);
    expect(lines.map(({ count, opened }) => [count, opened.length])).toEqual([
      [1, 0],
      [3, 0],
      [1, 0],
    ]);
  });

  test('a row of a kind that is no more is told of as something else, and not left out', async () => {
    expect(short(await pages([row(1, 0, 'letter.sent')], 5))).toEqual([[1, 'other', '']]);
  });
});

test('wherever pages are cut, they hold the same lines as one long page', async () => {
  const rows = fc.array(
    fc.record({
      seconds: fc.integer({ min: 0, max: 1800 }),
      type: fc.constantFrom(
        'read.listAppointments',
        'read.listCareTeam',
        'read.getPatient',
        'contact.added',
        'session.started',
      ),
      sessionId: fc.constantFrom(1, 2, null),
      isAhead: fc.boolean(),
    }),
    { maxLength: 60 },
  );
  await fc.assert(
    fc.asyncProperty(
      rows,
      fc.integer({ min: 1, max: 7 }),
      fc.integer({ min: 40, max: 80 }),
      async (made, count, mostRows) => {
        const all = latestFirst(
          made.map(({ seconds, type, sessionId, isAhead }, at) =>
            row(at + 1, seconds, type, sessionId, isAhead && type.startsWith('read.')),
          ),
        );
        const whole = await pages(all, 1000);
        expect(short(await pages(all, count))).toEqual(short(whole));
        // Where a page gives up after so many rows, heads of lines are the same all the same.
        const ids = (await pages(all, count, Math.max(mostRows, all.length))).map(({ row: { id } }) => id);
        expect(ids).toEqual(whole.map(({ row: { id } }) => id));
      },
    ),
  );
});

test('a line names what was opened in one go, once each, in the order in which it was opened', async () => {
  const opening = (id: number, seconds: number, opened: ActivityRow['opened']) => ({
    ...row(id, seconds, 'read.getLabResult'),
    opened,
  });
  const rows = [opening(1, 0, 'result 7'), opening(2, 5, 'note 3'), opening(3, 9, 'note 3'), opening(4, 60, null)];
  const lines = await pages(latestFirst(rows), 50);
  expect(lines.map(({ opened }) => opened)).toEqual([[], ['result 7', 'note 3']]);
});
