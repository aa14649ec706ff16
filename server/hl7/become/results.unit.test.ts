import { FacilityId, PatientId } from '@portal/api';
import * as v from 'valibot';
import { expect, test } from 'vitest';
import { hl7 } from '../../../tests/server/mllp.ts';
import { mapResource } from '../../record/map/resource.ts';
import { parseMessage } from '../message/er7.ts';
import { MessageWaits } from '../waits.ts';
import { resultResources } from './results.ts';
import { readInbound } from './inboundMessage.ts';

const resources = (...lines: readonly string[]) => {
  const message = parseMessage(hl7('ORU^R01', ['PID|1||7^^^NORTH^MR', ...lines]));
  const told = readInbound(message, {
    id: 1,
    createdAt: '2026-03-06T20:43:11.000Z',
    name: 'Laboratory',
    interfaceId: 1,
    facilityId: v.parse(FacilityId, 1),
    zone: 'America/New_York',
    recordNumbers: null,
  });
  return resultResources({ ...told, patientId: v.parse(PatientId, 1) });
};
const types = (...lines: readonly string[]) => resources(...lines).map(({ resourceType }) => resourceType);
const obr = (number: string, code = '57021-8^Blood count^LN', status = 'F') =>
  `OBR|${number}|P${number}||${code}|||20260306${'|'.repeat(18)}${status}`;
const obx = (code: string, value: string, { type = 'ST', sub = '', unit = '', status = 'F' } = {}) =>
  `OBX|1|${type}|${code}|${sub}|${value}|${unit}|||||${status}`;

test('an order of which nothing is reported says nothing, and its message is read all the same', () => {
  expect(types(obr('1', '57021-8^Blood count^LN', 'I'))).toEqual([]);
  const [head, ...rest] = [obr('1'), obr('2'), obx('718-7^Hemoglobin^LN', '13.5', { type: 'NM', unit: 'g/dL' })];
  expect(types(head, ...rest)).toEqual(['ServiceRequest', 'Observation', 'DiagnosticReport']);
  expect(types(obr('1', '57021-8^Blood count^LN', 'X'), 'NTE|1||The tube broke.')).toEqual([
    'ServiceRequest',
    'DiagnosticReport',
  ]);
});

test('what stands before the first order is about the patient, and no result of the laboratory', () => {
  const weight = obx('29463-7^Body weight^LN', '70', { type: 'NM', unit: 'kg' });
  const result = obx('718-7^Hemoglobin^LN', '13.5', { type: 'NM', unit: 'g/dL' });
  const found = resources(weight, 'NTE|1||With shoes.', obr('1'), result);
  expect(found).toMatchObject([
    { resourceType: 'Observation', valueQuantity: { value: '70' }, note: [{ text: 'With shoes.' }] },
    { resourceType: 'ServiceRequest' },
    { resourceType: 'Observation', category: [{ coding: [{ code: 'laboratory' }] }] },
    { resourceType: 'DiagnosticReport', result: [{ reference: `Observation/${String(found[2]?.['id'])}` }] },
  ]);
  for (const name of ['category', 'basedOn', 'identifier']) expect(found[0]).not.toHaveProperty(name);
  // Sent again with a correction, it is the same; with another order, it is another.
  const idOf = (...lines: readonly string[]) => resources(...lines)[0]?.['id'];
  expect(idOf(weight.replace('|70|', '|71|'), obr('1'), result)).toBe(found[0]?.['id']);
  expect(idOf(weight, obr('2'), result)).not.toBe(found[0]?.['id']);
  expect(() => resources(weight)).toThrow(MessageWaits);
});

test('values of a service that is no laboratory come without a report to read, and "Lab" is one', () => {
  const value = obx('718-7^Hemoglobin^LN', '13.5', { type: 'NM', unit: 'g/dL' });
  const of = (service: string) => `OBR|1|P1||57021-8^Blood count^LN|||20260306${'|'.repeat(17)}${service}|F`;
  const report = (...lines: readonly string[]) => resources(...lines).at(-1);
  expect(types(of('CUS'), value)).toEqual(['ServiceRequest', 'Observation', 'DiagnosticReport']);
  expect(report(of('CUS'), value)).toMatchObject({ status: 'entered-in-error' });
  expect(report(of('CUS'), 'NTE|1||As before.', value)).toMatchObject({ status: 'final', conclusion: 'As before.' });
  expect(report(of('Lab'), value)).toMatchObject({ status: 'final', category: [{ coding: [{ code: 'LAB' }] }] });
});

test('a number among the words of a service that is no laboratory is told with its name and unit', () => {
  const of = `OBR|1|P1||24627-2^Echo^LN|||20260306${'|'.repeat(17)}CUS|F`;
  const fraction = obx('10230-1^Ejection fraction^LN', '60', { unit: '%' });
  const report = (...lines: readonly string[]) => resources(of, ...lines).at(-1);
  expect(report(fraction)).toMatchObject({ status: 'final', conclusion: 'Ejection fraction: 60 %' });
  expect(report(obx('18844-1^Impression^LN', 'No effusion.', { type: 'TX' }), fraction)).toMatchObject({
    conclusion: 'No effusion.\nEjection fraction: 60 %',
  });
});

test('what a sender has withdrawn is not told among words, and a report of nothing else is withdrawn too', () => {
  const of = `OBR|1|P1||24627-2^Echo^LN|||20260306${'|'.repeat(17)}CUS|F`;
  const fraction = (value: string, status = 'F') =>
    obx('10230-1^Ejection fraction^LN', value, { unit: '%', type: 'ST', status });
  const report = (...lines: readonly string[]) => resources(of, ...lines).at(-1);
  const impression = obx('18844-1^Impression^LN', 'No effusion.', { type: 'TX' });
  for (const status of ['W', 'D', 'X', 'I'])
    expect(report(impression, fraction('60', status))).toMatchObject({ status: 'final', conclusion: 'No effusion.' });
  expect(report(fraction('60', 'W'))).toMatchObject({ status: 'entered-in-error' });
  expect(report(fraction('60', 'W'))).not.toHaveProperty('conclusion');
  expect(report(fraction('55-60'))).toMatchObject({ conclusion: 'Ejection fraction: 55-60 %' });
});

const comment = '77202-0^Comment^LN';
test('words of one code in one OBX after the other are one text, blank lines too', () => {
  const found = resources(
    obr('1'),
    ...['Found are', ' ', 'no bacteria.'].map((line) => obx(comment, line, { sub: '1.1' })),
  );
  expect(found).toMatchObject([{}, { valueString: 'Found are\n\nno bacteria.' }, {}]);
});

test.each([
  ['numbers', [obx(comment, '1'), obx(comment, '2')]],
  ['numbers with a sign', [obx(comment, '<1', { unit: 'mg' }), obx(comment, '<2', { unit: 'mg' })]],
  ['what has units', [obx(comment, 'one', { unit: 'mg' }), obx(comment, 'two', { unit: 'g' })]],
  ['another status', [obx(comment, 'one'), obx(comment, 'two', { status: 'W' })]],
  ['what stands apart', [obx(comment, 'one'), obx('1^Other^L', 'two'), obx(comment, 'three')]],
])('%s of one code: the message waits', (_what, lines) => {
  expect(() => resources(obr('1'), ...lines)).toThrow(MessageWaits);
});

test('an order has the number of its ORC where the OBR has none', () => {
  const ids = (...lines: readonly string[]) => resources(...lines).map(({ id }) => id);
  const line = 'OBR|1|||57021-8^Blood count^LN|||20260306';
  const value = obx('718-7^Hemoglobin^LN', '13.5');
  expect(ids('ORC|RE|P1|F1', line, value)).toEqual(ids(line.replace('OBR|1||', 'OBR|1||F1'), value));
  expect(() => ids('ORC|RE|P1|F1', line, value, line, value)).toThrow('have no order number');
});

test('a flag is told by its code, or by its words where they are all that is sent', () => {
  const result = (flag: string) => `OBX|1|NM|718-7^Hemoglobin^LN||9.1|g/dL|12 - 15|${flag}|||F`;
  const flagOf = (flag: string) => {
    const [, observation] = resources(obr('1'), result(flag));
    const made = mapResource(observation ?? {}, { keyOf: (key) => key, entry: () => null });
    return made.kind === 'row' ? made.content.values?.[0]?.abnormalFlag : null;
  };
  expect(flagOf('L')).toBe('L');
  expect(flagOf('LL^Critically low^HL70078')).toBe('LL');
  expect(flagOf('^Low')).toBe('Low');
  expect(flagOf('^^^^^^^^Critical low')).toBe('Critical low');
  expect(flagOf('17^Low^99LAB')).toBe('Low');
  expect(flagOf('17^Below the goal^99LAB')).toBe('Below the goal');
  expect(flagOf('~^Low')).toBe('Low');
  expect(flagOf('LO^Below the goal^99LAB^L^Low^HL70078')).toBe('L');
  expect(flagOf('H^High^HL70078^17^Critical high^99LAB')).toBe('Critical high');
  expect(flagOf('^^^HH')).toBe('HH');
  expect(flagOf('17^Below the goal')).toBe('Below the goal');
  expect(flagOf('17')).toBe('17');
  expect(flagOf('')).toBeNull();
});

test('a value has its own time where it was taken at another one than its order', () => {
  const glucose = (code: string, at: string) => `OBX|1|NM|${code}^Glucose^LN||90|mg/dL|||||F|||${at}`;
  const order = 'OBR|1|P1||20436-2^Glucose tolerance^LN|||202603060800-0500';
  const timesOf = (...lines: readonly string[]) =>
    resources(order, ...lines).map(({ effectiveDateTime }) => effectiveDateTime);
  expect(
    timesOf(glucose('1558-6', ''), glucose('20438-8', '202603060900-0500'), glucose('20436-2', '20260306')),
  ).toEqual([
    undefined,
    '2026-03-06T08:00:00-05:00',
    '2026-03-06T09:00:00-05:00',
    '2026-03-06T08:00:00-05:00',
    '2026-03-06T08:00:00-05:00',
  ]);
  expect(timesOf(glucose('20438-8', '20260306000000'))[1]).toBe('2026-03-06T08:00:00-05:00');
  // One order is one result, whatever the times of its values: what is held back of it is held back as one.
  const values = [glucose('1558-6', ''), glucose('20438-8', '202603060900-0500')];
  const keys = resources(order, ...values).map((one) => {
    const made = mapResource(one, { keyOf: (key) => key, entry: () => null });
    return made.kind === 'row' ? (made.content.observation?.resultKey ?? made.content.report?.resultKey) : undefined;
  });
  expect(keys.filter((key) => key !== undefined)).toHaveLength(3);
  expect(new Set(keys.filter((key) => key !== undefined)).size).toBe(1);
});
