import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { hl7 } from '../server/mllp.ts';
import { checkMessages, messagesIn, verdictOn } from './hl7Samples.ts';

const pid = 'PID|1||7^^^NORTH^MR||Reed^Mara||19610405';
const wire = (text: string) => Buffer.from(text.replaceAll('\n', '\r'));
const verdict = (text: string) => {
  const { kind, ...more } = verdictOn(wire(text));
  return 'reason' in more ? `${kind}: ${more.reason}` : kind;
};

test.each([
  ['a registration', hl7('ADT^A28', [pid]), 'read'],
  ['numbers of one authority', hl7('ADT^A28', [pid.replace('^MR', '')]), 'read'],
  ['a merge', hl7('ADT^A40', [pid, 'MRG|8^^^NORTH^MR']), 'read'],
  ['a result', hl7('ORU^R01', [pid, 'OBR|1|P||1^Blood count^L', 'OBX|1|NM|2^Hb^L||13.5|g/dL']), 'read'],
  ['a visit', hl7('SIU^S12', [pid, 'SCH|P|V1|||||Check||30|MIN|^^^202703010900']), 'read'],
  ['a note', hl7('MDM^T02', [pid, 'TXA|1|PN||||||||||D1', 'OBX|1|TX|T||Words']), 'read'],
  ['another type', hl7('ORM^O01', [pid]), 'refused: AR 200 MSH-9: Types taken: ADT, ORU, SIU, MDM.'],
  ['no message', 'MSH|', 'refused: AE 100: MSH-1 and MSH-2 do not name separators'],
  ['a merge with nobody', hl7('ADT^A40', [pid]), 'waits: MRG-1 has no record number of the facility, or more than one'],
  ['nobody new', hl7('ADT^A28', ['PID|1||7^^^NORTH^MR']), 'waits: PID-5 or PID-7 is missing for a new patient'],
  [
    'a note of nothing',
    hl7('MDM^T02', [pid, 'TXA|1|PN||||||||||D1']),
    'waits: DocumentReference: there is nothing in it to read',
  ],
])('%s', (_what, message, expected) => {
  expect(verdict(message)).toBe(expected);
});

test('a file has one message or several, in the envelope of a batch or between the marks of MLLP', () => {
  const [one, two] = [hl7('ADT^A28', [pid]), hl7('ADT^A08', [pid])];
  const all = [one, two].map((text) => wire(text.trimEnd()));
  expect(messagesIn(wire(`FHS|^~\\&\nBHS|^~\\&\n${one}${two}BTS|2\nFTS|1\n`))).toEqual(all);
  expect(messagesIn(wire(`\u000b${one}\u001c\n\u000b${two}\u001c\n`))).toEqual(all);
  expect(messagesIn(Buffer.from('nothing'))).toEqual([]);
});

test('the report counts each collection and each reason', () => {
  const folder = mkdtempSync(join(tmpdir(), 'hl7-samples-'));
  try {
    mkdirSync(join(folder, 'own'));
    writeFileSync(join(folder, 'own', 'a.hl7'), wire(hl7('ADT^A28', [pid]) + hl7('ORM^O01', [pid])));
    const said: string[] = [];
    expect(checkMessages(folder, { isLong: true }, (line) => said.push(line))).toBe(0);
    expect(said.join('\n')).toContain('own/a.hl7 2: ORM^O01 refused, AR 200 MSH-9');
    expect(said).toContain('| own | 2 | 1 | 1 | 0 |');
  } finally {
    rmSync(folder, { recursive: true });
  }
});
