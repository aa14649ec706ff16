import { CalendarDate, PatientId } from '@portal/api';
import * as v from 'valibot';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Pool, openPool } from '../../db/pool.ts';
import { type TestServer, startTestServer } from '../../testing.ts';
import { readDocument } from '../document/readDocument.ts';
import { makeSummary } from './makeSummary.ts';

let server: TestServer;
let pool: Pool;
let patientId: PatientId;
beforeAll(async () => {
  server = await startTestServer();
  pool = openPool(server.databaseUrl, 1, () => undefined);
  patientId = v.parse(PatientId, (await server.ids('patient')).patientId);
});
afterAll(async () => {
  await pool?.end();
  await server?.stop();
});

const day = (text: string) => v.parse(CalendarDate, text);
const make = (startDate: string, endDate: string) =>
  makeSummary(pool.db, {
    patientId,
    startDate: day(startDate),
    endDate: day(endDate),
    language: 'en',
    now: new Date(),
  });
const everything = () => make('1900-01-01', '2100-01-01');

test('a summary of the demo patient says who they are, whose it is, and has what each page has', async () => {
  const { tree, xml } = await everything();
  expect(tree.header).toMatchObject({
    typeCode: '34133-9',
    language: 'en-US',
    custodian: { organization: 'Northlight Cancer Centre' },
  });
  expect(tree.header.careTeam.length).toBeGreaterThan(0);
  if (tree.body.kind !== 'sections') throw new Error('no sections');
  const entries = new Map(tree.body.sections.map(({ code, entries: count }) => [code, count]));
  console.log(xml.length, [...entries]);
  if (process.env['OUT']) (await import('node:fs')).writeFileSync(process.env['OUT'], xml);
  expect(readDocument(Buffer.from(xml)).tree).toEqual(tree);
});
