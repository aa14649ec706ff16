import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { FacilityId, PatientId } from '@portal/api';
import * as v from 'valibot';
import { afterEach, expect, test, vi } from 'vitest';
import { hl7 } from '../../tests/server/mllp.ts';
import { documentResources } from './become/documents.ts';
import { patientOf, personFacts } from './become/person.ts';
import { resultResources } from './become/results.ts';
import type { PatientMessage } from './become/inboundMessage.ts';
import { visitOf } from './become/visits.ts';
import { parseMessage, Segment } from './message/er7.ts';
import { supported } from './message/header.ts';
import { otherNumberIn, recordNumberOf } from './recordNumber.ts';

const handbook = readFileSync(fileURLToPath(new URL('../docs/integrate-hl7.md', import.meta.url)), 'utf8');
afterEach(() => vi.restoreAllMocks());

const pid = 'PID|1||7^^^NORTH^MR||Reed^Mara||19610405';
const knownOf = (type: string, ...lines: readonly string[]): PatientMessage => {
  const message = parseMessage(hl7(type, [pid, ...lines]));
  return {
    message,
    type,
    pid: message.segments[1] ?? message.header,
    second: null,
    recordNumber: '7',
    otherNumber: null,
    source: 'Hospital',
    interfaceId: 1,
    facilityId: v.parse(FacilityId, 1),
    zone: 'America/New_York',
    version: { versionId: '1', lastUpdated: '2026-03-06T20:43:11.000Z' },
    actor: { userId: null, role: null, name: 'interface', sessionId: null },
    patientId: v.parse(PatientId, 1),
  };
};

test('the table of fields has those that are read, and no others', () => {
  const spied = vi.spyOn(Segment.prototype, 'field');
  const registered = knownOf('ADT^A08');
  recordNumberOf(registered.pid, null);
  otherNumberIn(knownOf('ADT^A40', 'MRG|8^^^NORTH^MR').message, null);
  patientOf(personFacts(registered.pid, {}), 'p1', {});
  const obx = 'OBX|1|NM|718-7^Hemoglobin^LN||13.5|g/dL|||||F';
  resultResources(knownOf('ORU^R01', 'ORC|RE|P', 'OBR|1|||57021-8^Blood count^LN', obx, 'NTE|1||Repeated.'));
  const resources = ['AIS|1', 'AIP|1', 'AIG|1', 'AIL|1', 'PV1|1', 'TQ1|1', 'NTE|1||Bring a list.'];
  visitOf(knownOf('SIU^S12', 'SCH|P', ...resources));
  documentResources(knownOf('MDM^T10', 'TXA|1|||||||||||D1^HIS', 'OBX|1|TX|T||Words'));
  const { calls, contexts } = spied.mock;
  const names = contexts.map((one: unknown) => (one instanceof Segment ? one.name : ''));
  const fields = calls.map(([number], at) => `${names[at] ?? ''}-${String(number)}`);
  const read = new Set(fields.filter((one) => !one.startsWith('MSH-')));
  const table = handbook.slice(handbook.indexOf('| field | becomes |'));
  const told = new Set(
    [...table.matchAll(/^\| ([^|]+) \|/gm)].flatMap(([, cell = '']) => cell.match(/\b[A-Z][A-Z0-9]{2}-\d+\b/g) ?? []),
  );
  expect([...told].toSorted()).toEqual([...read].toSorted());
});

test('the handbook names the events that are taken, and no others', () => {
  const table = handbook.slice(handbook.indexOf('| message | does |'), handbook.indexOf('A field that is left out'));
  for (const [type, events] of Object.entries(supported)) {
    const told = table
      .split('\n')
      .filter((line) => line.startsWith(`| ${type} `))
      .flatMap((line) => (line.split('|')[1] ?? '').match(/\b[ARST]\d\d\b/g) ?? []);
    expect(told.toSorted()).toEqual([...events].toSorted());
  }
});
