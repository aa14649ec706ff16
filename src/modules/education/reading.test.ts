import { countUnreadEducation, EducationArticle, listEducation, PatientId } from '@portal/api';
import * as v from 'valibot';
import { afterEach, expect, it, vi } from 'vitest';
import { keyOf, queryClient } from '../../data/query/query.ts';
import { listInput, markRead } from './reading.ts';

const patientId = v.parse(PatientId, 11);
const article = (articleId: number, wasReadByPatient: string | null = null) =>
  v.parse(EducationArticle, {
    articleId,
    title: `Article ${articleId}`,
    assignedDate: '2026-11-01',
    categoryName: 'Living well',
    categorySortOrder: 20,
    isArchived: false,
    wasReadByPatient,
  });
const [one, other] = [article(1), article(2)];

const lists = [false, true].map((withArchived) => keyOf(listEducation, listInput(patientId, withArchived)));
const count = keyOf(countUnreadEducation, { params: { patientId } });
const all = [...lists, count];

afterEach(() => queryClient.clear());

it('an article that was opened is read at once, and asked for again where the server could not be told', async () => {
  for (const list of lists) queryClient.setQueryData(list, [one, other]);
  queryClient.setQueryData(count, 2);
  // Nobody is signed in here, so that the server cannot be told.
  markRead(patientId, one);
  for (const list of lists)
    expect(queryClient.getQueryData(list)).toMatchObject([{ wasReadByPatient: expect.any(String) }, other]);
  expect(queryClient.getQueryData(count)).toBe(1);
  await vi.waitFor(
    () => expect(all.map((key) => queryClient.getQueryState(key)?.isInvalidated)).toEqual([true, true, true]),
    { timeout: 20_000 },
  );
});

it('one that was read before changes nothing', () => {
  queryClient.setQueryData(count, 2);
  markRead(patientId, article(1, '2026-11-20T10:00:00.000Z'));
  expect(queryClient.getQueryData(count)).toBe(2);
});
