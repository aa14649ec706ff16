import { EducationArticle, Instant } from '@portal/api';
import fc from 'fast-check';
import * as v from 'valibot';
import { describe, expect, it, test } from 'vitest';
import { isIpad } from '../../browser/device.ts';
import {
  articleViewOf,
  byDay,
  canChooseView,
  inOrder,
  isNew,
  opensInWindow,
  type Reader,
  unreadAfter,
  withRead,
} from './articles.ts';

const article = (articleId: number, more: object = {}) =>
  v.parse(EducationArticle, {
    articleId,
    title: `Article ${articleId}`,
    assignedDate: '2026-11-01',
    categoryName: 'Living well',
    categorySortOrder: 20,
    isArchived: false,
    wasReadByPatient: null,
    ...more,
  });
const now = v.parse(Instant, '2026-11-20T10:00:00.000Z');
const ids = (articles: readonly EducationArticle[]) => articles.map(({ articleId }) => Number(articleId));

describe('groups', () => {
  it('put the latest day first, then the category’s place, then its name', () => {
    const given = [
      article(1, { assignedDate: '2026-10-31' }),
      article(2, { categorySortOrder: 20, categoryName: 'living alone' }),
      article(3, { categorySortOrder: 10, categoryName: 'Zest' }),
      article(4, { categorySortOrder: 20, categoryName: 'Living well' }),
      article(5, { assignedDate: '2026-11-02', categorySortOrder: 90 }),
      article(6, { categorySortOrder: 20, categoryName: 'Après' }),
    ];
    expect(byDay(given).map(({ date, articles }) => [date, ids(articles)])).toEqual([
      ['2026-11-02', [5]],
      ['2026-11-01', [3, 6, 2, 4]],
      ['2026-10-31', [1]],
    ]);
  });

  it('keep a leap day and the turn of a year apart', () => {
    const given = ['2028-02-28', '2028-03-01', '2028-02-29', '2027-12-31', '2028-01-01'].map((assignedDate, index) =>
      article(index + 1, { assignedDate }),
    );
    expect(byDay(given).map(({ date }) => date)).toEqual([
      '2028-03-01',
      '2028-02-29',
      '2028-02-28',
      '2028-01-01',
      '2027-12-31',
    ]);
  });

  const some = fc.array(
    fc.record({
      assignedDate: fc.constantFrom('2026-11-01', '2026-11-02', '2024-02-29'),
      categorySortOrder: fc.integer({ min: 0, max: 2 }),
      categoryName: fc.constantFrom('A', 'a', 'Émile', 'z'),
      title: fc.string({ maxLength: 3 }),
      isArchived: fc.boolean(),
    }),
    { maxLength: 40 },
  );

  it('hold every article once, each day once, and are the same in whatever order they came', () => {
    fc.assert(
      fc.property(some, (made) => {
        const given = made.map((more, index) => article(index + 1, more));
        const days = byDay(given);
        const all = days.flatMap(({ articles }) => articles);
        expect(ids(all).toSorted((a, b) => a - b)).toEqual(ids(given));
        expect(new Set(days.map(({ date }) => date)).size).toBe(days.length);
        expect(days.map(({ date }) => date)).toEqual(
          days
            .map(({ date }) => date)
            .toSorted()
            .toReversed(),
        );
        for (const [index, one] of all.entries())
          if (index > 0) expect(inOrder(all[index - 1] ?? one, one)).toBeLessThan(0);
        expect(byDay(given.toReversed())).toEqual(days);
      }),
    );
  });
});

test.each([
  { wasReadByPatient: null, isArchived: false, is: true },
  { wasReadByPatient: null, isArchived: true, is: false },
  { wasReadByPatient: now, isArchived: false, is: false },
  { wasReadByPatient: now, isArchived: true, is: false },
])('new is what is not read and not archived: $wasReadByPatient, archived $isArchived', ({ is, ...facts }) => {
  expect(isNew(facts)).toBe(is);
});

describe('reading', () => {
  it('sets when, once, and leaves the others what they are', () => {
    const given = [article(1), article(2), article(3, { wasReadByPatient: '2026-11-01T00:00:00.000Z' })];
    const read = withRead(given, article(2).articleId, now);
    expect(read.map(({ wasReadByPatient }) => wasReadByPatient)).toEqual([null, now, '2026-11-01T00:00:00.000Z']);
    expect(read[0]).toBe(given[0]);
    expect(withRead(read, article(3).articleId, now)).toBe(read);
    expect(withRead(read, article(9).articleId, now)).toBe(read);
  });

  it('takes one from the count if it was new, and never below none', () => {
    expect(unreadAfter(3, article(1))).toBe(2);
    expect(unreadAfter(0, article(1))).toBe(0);
    expect(unreadAfter(3, article(1, { isArchived: true }))).toBe(3);
    expect(unreadAfter(3, article(1, { wasReadByPatient: now }))).toBe(3);
  });

  it('keeps the count equal to what is new in the list, in whatever order articles are opened', () => {
    fc.assert(
      fc.property(
        fc.array(fc.boolean(), { maxLength: 12 }),
        fc.array(fc.nat({ max: 12 }), { maxLength: 30 }),
        (archived, opened) => {
          let list: readonly EducationArticle[] = archived.map((isArchived, index) =>
            article(index + 1, { isArchived }),
          );
          let count = list.filter(isNew).length;
          for (const index of opened) {
            const one = list[index];
            if (one === undefined) continue;
            count = unreadAfter(count, one);
            list = withRead(list, one.articleId, now);
          }
          expect(count).toBe(list.filter(isNew).length);
        },
      ),
    );
  });
});

describe('where an article opens', () => {
  const desktop: Reader = { size: 'Large', hasTwoPanes: true, isIpad: false, isSameOrigin: true, drawsPdf: true };
  it.each<[string, Reader, boolean]>([
    ['a desktop', desktop, true],
    ['a small desktop window', { ...desktop, size: 'Medium' }, true],
    ['a narrow window', { ...desktop, size: 'Small', hasTwoPanes: false }, false],
    ['a phone', { ...desktop, size: 'XSmall', hasTwoPanes: false }, false],
    ['a wide window with doubled text', { ...desktop, hasTwoPanes: false }, false],
    ['an iPad', { ...desktop, isIpad: true }, false],
    ['a back end at another address', { ...desktop, isSameOrigin: false }, false],
  ])('can be chosen on %s: %#', (_name, reader, can) => {
    expect(canChooseView(reader)).toBe(can);
    expect(opensInWindow(reader, 'NewTab')).toBe(true);
    expect(opensInWindow(reader, 'InPage')).toBe(!can);
  });

  it('is a window for a PDF where the browser draws none', () => {
    expect(opensInWindow(desktop, 'InPage', 'pdf')).toBe(false);
    expect(opensInWindow({ ...desktop, drawsPdf: false }, 'InPage', 'pdf')).toBe(true);
    expect(opensInWindow({ ...desktop, drawsPdf: false }, 'InPage', 'html')).toBe(false);
  });

  it.each([
    [undefined, 'NewTab'],
    ['NewTab', 'NewTab'],
    ['InPage', 'InPage'],
    ['something old', 'NewTab'],
  ])('is, by the preference %s, %s', (kept, view) => {
    expect(articleViewOf(kept)).toBe(view);
  });

  it.each([
    ['Mozilla/5.0 (iPad; CPU OS 12_2 like Mac OS X)', 5, true],
    ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/17.0 Safari/605.1.15', 5, true],
    ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/17.0 Safari/605.1.15', 0, false],
    ['Mozilla/5.0 (Windows NT 10.0; Win64; x64)', 10, false],
  ])('knows an iPad: %s with %i touches', (userAgent, maxTouchPoints, is) => {
    expect(isIpad({ userAgent, maxTouchPoints })).toBe(is);
  });
});
