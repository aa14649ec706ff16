import { describe, expect, test } from 'vitest';
import { parseMessage } from '../message/er7.ts';
import { detailsOf, hasDied, patientOf, personRules, personFacts } from './person.ts';

const pidWith = (fields: Readonly<Record<number, string>>) => {
  const line = Array.from({ length: 41 }, (_, at) => (at === 0 ? 'PID' : (fields[at] ?? ''))).join('|');
  const pid = parseMessage(`MSH|^~\\&|LAB\r${line}`).segments[1];
  if (pid === undefined) throw new Error('no segment');
  return pid;
};
const samples: Readonly<Record<string, readonly [string, string]>> = {
  identifier: ['7^^^NORTH^MR', '8^^^NORTH^MR'],
  name: ['Reed^Mara', 'Pike^Ada'],
  mothersMaidenName: ['Stone', 'Fern'],
  birthDate: ['19610405', '19610406'],
  gender: ['F', 'M'],
  race: ['2106-3^White', '2028-9^Asian'],
  address: ['1 Elm St^^Town', '2 Oak St^^Town'],
  homeTelecom: ['555-0100', '555-0101'],
  workTelecom: ['555-0200', '555-0201'],
  language: ['eng^English', 'spa^Spanish'],
  maritalStatus: ['M^Married', 'S^Single'],
  religion: ['BUD^Buddhist', 'JEW^Jewish'],
  ethnicity: ['N^Not Hispanic', 'H^Hispanic'],
  citizenship: ['USA^United States', 'MEX^Mexico'],
  telecom: ['^PRN^CP^^1^555^0300', '^PRN^CP^^1^555^0301'],
  diedAt: ['20260301', '20260302'],
  isDead: ['Y', 'N'],
};

describe.each(Object.entries(personRules))('%s', (element, { field }) => {
  const [first = '', second = ''] = samples[element] ?? [];
  const before = personFacts(pidWith({ [field]: first }), {});

  test('left out or empty stays, "" is deleted, another replaces', () => {
    expect(before[element] ?? null).not.toBeNull();
    expect(personFacts(pidWith({}), before)).toEqual(before);
    expect(personFacts(pidWith({ [field]: '""' }), before)).toEqual({ ...before, [element]: null });
    const after = personFacts(pidWith({ [field]: second }), before);
    expect(after).toEqual(personFacts(pidWith({ [field]: second }), {}));
    expect(after[element]).not.toEqual(before[element]);
  });
});

test('of several names and addresses those in use count, and telephones by their use', () => {
  const said = personFacts(
    pidWith({
      5: 'Stone^Mara^^^^^M~Reed^Mara^Ann^^Dr.^^L',
      11: '9 Old Rd^^Town^^^^BDL~1 Elm St&Elm St&1^Apt 3^Town^NY^10042^US^H',
      13: '^PRN^PH^^1^555^0100~^PRN^CP^^1^555^0101~^NET^Internet^m@example.org~^PRN^FX^^1^555^0102',
      14: '555-0200',
      15: 'pt-BR',
    }),
    {},
  );
  expect(detailsOf(said)).toMatchObject({
    firstName: 'Mara',
    lastName: 'Reed',
    address1: '1 Elm St',
    address2: 'Apt 3',
    zipCode: '10042',
    language: 'pt',
  });
  expect(patientOf(said, 'p1', {})['telecom']).toEqual([
    { system: 'phone', use: 'home', value: '1 555 0100' },
    { system: 'phone', use: 'mobile', value: '1 555 0101' },
    { system: 'email', value: 'm@example.org' },
    { system: 'phone', use: 'work', value: '555-0200' },
  ]);
});

test('somebody has died by PID-30, or by PID-29 where that says nothing', () => {
  const died = (fields: Readonly<Record<number, string>>) => hasDied(personFacts(pidWith(fields), {}));
  expect([died({}), died({ 30: 'Y' }), died({ 29: '20260301' }), died({ 29: '20260301', 30: 'N' })]).toEqual([
    false,
    true,
    true,
    false,
  ]);
});
