import { FacilityId, PatientId } from '@portal/api';
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { hl7 } from '../../../tests/server/mllp.ts';
import type { JsonObject } from '../../questionnaires/fhir/json.ts';
import { parseMessage } from '../message/er7.ts';
import { documentResources } from './documents.ts';
import { readInbound } from './inboundMessage.ts';
import { resultResources } from './results.ts';

/** Fields of a message by segment and number; one that is not named is left out. */
type Said = Readonly<Record<string, Readonly<Record<number, string>>>>;

function resources(type: string, names: readonly string[], said: Said): JsonObject[] {
  const lines = names.flatMap((name) => {
    const fields = said[name];
    if (fields === undefined) return [];
    const last = Math.max(...Object.keys(fields).map(Number));
    return [[name, ...Array.from({ length: last }, (_, at) => fields[at + 1] ?? '')].join('|')];
  });
  const told = readInbound(parseMessage(hl7(type, ['PID|1||7^^^NORTH^MR', ...lines])), {
    id: 1,
    createdAt: '2026-03-06T20:43:11.000Z',
    name: 'Hospital',
    interfaceId: 1,
    facilityId: v.parse(FacilityId, 1),
    zone: 'America/New_York',
    recordNumbers: null,
  });
  const known = { ...told, patientId: v.parse(PatientId, 1) };
  return type.startsWith('MDM') ? documentResources(known) : resultResources(known);
}
const saying = (said: Said, [name, field]: readonly [string, number], written: string | null): Said => {
  const { [field]: _one, ...others } = said[name] ?? {};
  return { ...said, [name]: written === null ? others : { ...others, [field]: written } };
};

const result: Said = {
  OBR: { 1: '1', 3: 'F1', 4: '57021-8^Blood count^LN' },
  OBX: { 1: '1', 2: 'NM', 3: '718-7^Hemoglobin^LN', 5: '13.5' },
  NTE: { 1: '1' },
};
const note: Said = { TXA: { 1: '1', 12: 'D1' }, OBX: { 1: '1', 2: 'TX', 3: 'T', 5: 'Words' } };
const results = (said: Said) => resources('ORU^R01', ['OBR', 'OBX', 'NTE'], said);
const notes = (said: Said) => resources('MDM^T10', ['TXA', 'OBX'], said);
const whom = '88^Fern^Ida';

/** What a field becomes, and the resource that has it: of a result its order (0), value (1) and report (2), of a document itself (0). */
const fields: readonly (readonly [readonly [string, number], string, number, JsonObject])[] = [
  [['OBR', 7], '20260306', 1, { effectiveDateTime: '2026-03-06' }],
  [['OBR', 16], whom, 0, { requester: { display: 'Ida Fern' } }],
  [['OBR', 22], '20260307', 2, { issued: '2026-03-07' }],
  [['OBR', 24], 'CH', 2, { category: [{ coding: [{ code: 'CH' }] }] }],
  [['OBR', 25], 'P', 2, { status: 'preliminary' }],
  [['OBR', 32], '88&Fern&Ida', 2, { resultsInterpreter: [{ display: 'Ida Fern' }] }],
  [['OBX', 5], '14.5', 1, { valueQuantity: { value: '14.5' } }],
  [['OBX', 6], 'g/dL', 1, { valueQuantity: { value: '13.5', unit: 'g/dL' } }],
  [['OBX', 7], '12-15', 1, { referenceRange: [{ text: '12-15' }] }],
  [['OBX', 8], 'H', 1, { interpretation: [{ coding: [{ code: 'H' }] }] }],
  [['OBX', 11], 'P', 1, { status: 'preliminary' }],
  [['OBX', 14], '20260306', 1, { effectiveDateTime: '2026-03-06' }],
  [['OBX', 15], 'N^North Lab', 1, { performer: [{ display: 'North Lab' }] }],
  [['OBX', 23], 'North Lab', 1, { performer: [{ display: 'North Lab' }] }],
  [['NTE', 3], 'Repeated.', 1, { note: [{ text: 'Repeated.' }] }],
  [['TXA', 2], 'DS', 0, { type: { text: 'Discharge summary' } }],
  [['TXA', 4], '20260301', 0, { date: '2026-03-01' }],
  [['TXA', 5], whom, 0, { author: [{ display: 'Ida Fern' }] }],
  [['TXA', 6], '20260301', 0, { date: '2026-03-01' }],
  [['TXA', 9], whom, 0, { author: [{ display: 'Ida Fern' }] }],
  [['TXA', 13], 'D0', 0, { relatesTo: [{ code: 'replaces' }] }],
  [['TXA', 17], 'IP', 0, { docStatus: 'preliminary' }],
];

describe.each(fields)('%s', (field, written, at, expected) => {
  const [read, base] = field[0] === 'TXA' ? [notes, note] : [results, result];

  test('a result and a document are as they are sent: left out, empty and "" say that there is nothing', () => {
    const without = read(saying(base, field, null));
    expect(read(saying(base, field, ''))).toEqual(without);
    expect(read(saying(base, field, '""'))).toEqual(without);
    expect(without[at]).not.toMatchObject(expected);
    expect(read(saying(base, field, written))[at]).toMatchObject(expected);
  });
});

test.each(['OBR-3', 'OBR-4', 'OBX-3'])('%s says which result it is: without it the message waits', (name) => {
  const [segment = '', number] = name.split('-');
  for (const written of [null, '', '""'])
    expect(() => results(saying(result, [segment, Number(number)], written))).toThrow(/OBR-|OBX-/);
});
test('TXA-12 says which document it is: without it the message waits', () => {
  for (const written of [null, '', '""']) expect(() => notes(saying(note, ['TXA', 12], written))).toThrow('TXA-12');
});
