import { listLabResults } from '@portal/api';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { command } from '../../tests/server/commands.ts';
import { type TestServer, startTestServer } from '../../tests/server/facilityServer.ts';
import { Sender, addInterface, hl7, ackCodes } from '../../tests/server/mllp.ts';
import { until } from '../../tests/server/serverProcess.ts';
import { lockSource } from '../record/save.ts';
import { putOffBehindFailed } from './queue.ts';

let server: TestServer;
let sender: Sender;
const admin = (...args: readonly string[]) => command(args, server.databaseUrl);
let made = 0;

/** Sends a message and gives what became of it: its state, and why it waits. */
async function send(type: string, ...lines: readonly string[]): Promise<string> {
  const id = await taken(type, ...lines);
  return outcomeOf(id);
}
async function taken(type: string, ...lines: readonly string[]): Promise<string> {
  const id = `W${String((made += 1))}`;
  expect(ackCodes(await sender.send(hl7(type, lines, { id })))).toBe('AA');
  return id;
}
async function outcomeOf(id: string): Promise<string> {
  const [row] = await untilRow(id);
  return String(row?.['outcome']);
}
async function untilRow(id: string) {
  const read = () =>
    server.query(
      "select id, state, concat_ws(': ', state, failure) as outcome from hl7_messages where control_id = $1",
      [id],
    );
  await until(async () => (await read())[0]?.['state'] !== 'queued');
  return read();
}
const patient = async (mrn: string) =>
  (
    await server.query(
      `select p.id, p.first_name as first, p.last_name as last, p.date_of_birth as born, p.language, p.address1, p.city, p.zip_code as zip, u.first_name as account
       from patients p join users u on u.id = p.user_id where p.mrn = $1`,
      [mrn],
    )
  )[0];
const details = async (mrn: string) =>
  (
    await server.query(
      'select d.details from registration_details d join patients p on p.id = d.patient_id join record_resources r on r.id = d.resource_id where p.mrn = $1 and r.source = $2',
      [mrn, 'Hospital'],
    )
  )[0]?.['details'];
const pid = (mrn: string, more = 'Reed^Mara||19610405') => `PID|1||${mrn}^^^NORTH^MR~X-${mrn}^^^STATE^SS||${more}`;

beforeAll(async () => {
  server = await startTestServer({ environment: { HL7_PORT: '0' } });
  const added = await admin(...addInterface('Hospital', 'LAB', '--address', '127.0.0.1'));
  expect(added.code).toBe(0);
  sender = new Sender(server.hl7Port);
});
afterAll(async () => {
  sender?.end();
  await server?.stop();
});

describe('registration', () => {
  it('makes a patient, changes what is said, leaves what is not, and deletes what is ""', async () => {
    const full = pid(
      '7001',
      'Reed^Mara^Ann||19610405|F|||12 Elm St^Apt 3^Puddleford^NY^10042^US^H||^PRN^PH^^1^555^0100~^PRN^CP^^1^555^0101~^NET^Internet^mara@example.org||spa^Spanish|M^Married',
    );
    expect(await send('ADT^A28', full)).toBe('done');
    expect(await patient('7001')).toMatchObject({
      first: 'Mara',
      last: 'Reed',
      born: '1961-04-05',
      language: 'es',
      address1: '12 Elm St',
      city: 'Puddleford',
      account: 'Mara',
    });
    expect(await details('7001')).toMatchObject({
      gender: 'female',
      homePhone: '1 555 0100',
      mobilePhone: '1 555 0101',
      primaryEmail: 'mara@example.org',
      maritalStatus: 'Married',
      primaryLanguage: 'Spanish',
    });

    expect(await send('ADT^A08', pid('7001', 'Reed-Hill^Mara||19610405|""|||||""'))).toBe('done');
    expect(await patient('7001')).toMatchObject({ last: 'Reed-Hill', address1: '12 Elm St', language: 'es' });
    const after = await details('7001');
    expect(after).toMatchObject({ gender: null, homePhone: null, maritalStatus: 'Married' });
    expect(await send('ADT^A31', pid('7001', 'Reed-Hill^Mara||19610405||||""'))).toBe('done');
    expect(await patient('7001')).toMatchObject({ address1: null, city: null, zip: null });
    // A name and a birth date cannot be deleted.
    expect(await send('ADT^A08', pid('7001', '""||""'))).toBe('done');
    expect(await patient('7001')).toMatchObject({ first: 'Mara', last: 'Reed-Hill', born: '1961-04-05' });
    const types = await server.query(
      "select type from audit_events where patient_id = $1 and type like 'patient.%' order by id",
      [(await patient('7001'))?.['id']],
    );
    expect(types.map(({ type }) => type)).toEqual([
      'patient.created',
      'patient.updated',
      'patient.updated',
      'patient.updated',
    ]);
  });

  it('leaves what staff accepted since, until the hospital says something new', async () => {
    expect(await send('ADT^A04', pid('7002', 'Pike^Ada||19700101||||1 Old Rd^^Town'))).toBe('done');
    await server.query("update patients set address1 = '2 New Rd' where mrn = '7002'");
    expect(await send('ADT^A08', pid('7002', 'Pike^Ada||19700101||||1 Old Rd^^Town'))).toBe('done');
    expect(await patient('7002')).toMatchObject({ address1: '2 New Rd' });
    expect(await send('ADT^A08', pid('7002', 'Pike^Ada||19700101||||3 Last Rd^^Town'))).toBe('done');
    expect(await patient('7002')).toMatchObject({ address1: '3 Last Rd' });
  });

  it.each(['A03', 'A06', 'A07', 'A08', 'A11', 'A12', 'A13', 'A31'])('%s makes nobody', async (event) => {
    expect(await send(`ADT^${event}`, pid(`none-${event}`))).toMatch(/^failed: nobody has this record number/);
    expect(await patient(`none-${event}`)).toBeUndefined();
  });
  it.each(['A01', 'A04', 'A05', 'A28'])('%s makes a patient, and what waited for them is done', async (event) => {
    const waiting = await taken('ADT^A08', pid(`some-${event}`, 'Young^Mara||19610405'));
    expect(await outcomeOf(waiting)).toMatch(/^failed/);
    expect(await send(`ADT^${event}`, pid(`some-${event}`, 'Old^Mara||19610405'))).toBe('done');
    await until(async () => (await outcomeOf(waiting)) === 'done');
    // It came before, so it does not replace what came after it in the record.
    expect(await details(`some-${event}`)).toMatchObject({ fullName: 'Mara Old' });
  });

  it('corrects a name or a birth date; both at once wait, and so do later messages of that patient alone', async () => {
    expect(await send('ADT^A28', pid('7003', 'Stone^Ivy||19800101'))).toBe('done');
    expect(await send('ADT^A08', pid('7003', 'Stone^Ivy||19800111'))).toBe('done');
    const wrong = await taken('ADT^A08', pid('7003', 'Other^Person||19550505'));
    expect(await outcomeOf(wrong)).toBe('failed: name and date of birth are others than those of the record number');
    const behind = await taken('ADT^A08', pid('7003', 'Stonehill^Ivy||19800111'));
    expect(await send('ADT^A28', pid('7004'))).toBe('done');
    expect(await patient('7003')).toMatchObject({ last: 'Stone', born: '1980-01-11' });
    const [{ id } = {}] = await untilRow(wrong);
    expect((await admin('interface', 'list')).out).toContain(`${String(id)}  Hospital  ADT^A08`);
    expect((await admin('interface', 'list')).out).toContain('(1 message behind it)');
    expect((await admin('interface', 'retry', '--message', String(id))).out).toBe('1 message is worked on again.');
    expect(await outcomeOf(wrong)).toMatch(/^failed/);
    const shown = await admin('interface', 'show', String(id));
    expect(shown.out).toContain('|Other^Person|');
    expect((await admin('interface', 'skip', String(id))).code).toBe(0);
    await until(async () => (await outcomeOf(behind)) === 'done');
    expect(await patient('7003')).toMatchObject({ last: 'Stonehill' });
    const audited = await server.query(
      "select type from audit_events where type like 'interface.message%' order by id",
    );
    expect(audited.map(({ type }) => type)).toEqual([
      'interface.messagesRetried',
      'interface.messageShown',
      'interface.messageSkipped',
    ]);
  });

  it.each([
    ['without a record number', 'PID|1||5^^^STATE^SS||Reed^Mara||19610405', 'PID-3 has no record number'],
    ['with two', 'PID|1||5^^^A^MR~6^^^B^MR||Reed^Mara||19610405', 'or more than one'],
    ['without a birth date', pid('new-1', 'Reed^Mara'), 'PID-7 has no date of birth'],
    ['with a birth date that is none', pid('new-2', 'Reed^Mara||19610231'), 'PID-7 is no date'],
    ['without a name', pid('new-3', '||19610405'), 'PID-5 has no first and last name'],
    ['without a PID', 'PV1|1', 'it has no PID'],
  ])('%s, a message waits', async (_what, line, reason) => {
    expect(await send('ADT^A28', line)).toContain(reason);
  });

  it('the account of somebody who has died is closed, and opened where that was an error', async () => {
    expect(await send('ADT^A28', pid('7005'))).toBe('done');
    const closed = async () =>
      (
        await server.query(
          "select u.closed_because as because, u.disabled_at is null as open from users u join patients p on p.user_id = u.id where p.mrn = '7005'",
        )
      )[0];
    const line = pid('7005', `Reed^Mara||19610405${'|'.repeat(22)}20260301`);
    expect(await send('ADT^A31', `${line}|Y`)).toBe('done');
    expect(await closed()).toEqual({ because: 'deceased', open: false });
    expect(await send('ADT^A31', `${line.replace('20260301', '""')}|N`)).toBe('done');
    expect(await closed()).toEqual({ because: null, open: true });
  });
});

describe('a sender with settings of its own', () => {
  const old = (version: string, lines: readonly string[], id: string) =>
    hl7('ADT^A28', lines, { id, version }).replace('|LAB|', '|OLD|').replace('|P|2', '|T|2');

  it.each(['2.3', '2.3.1', '2.4', '2.5', '2.5.1', '2.6', '2.7', '2.7.1', '2.8', '2.8.2'])(
    'in version %s: its character set, its authority of the record numbers, its processing id',
    async (version) => {
      const settings = ['--charset', '8859/1', '--record-numbers', 'MPI', '--processing', 'T'];
      await admin(...addInterface('Old engine', 'OLD', '--address', '127.0.0.1', ...settings));
      const mrn = `old-${version}`;
      const line = `PID|1||77^^^LABX^MR~${mrn}^^^MPI&2.999.1&ISO^PI~5^^^STATE^SS||Núñez^Zoë||19610405`;
      expect(ackCodes(await sender.send(old(version, [line], mrn), 'latin1'))).toBe('AA');
      expect(await outcomeOf(mrn)).toBe('done');
      expect(await patient(mrn)).toMatchObject({ first: 'Zoë', last: 'Núñez' });
      const [said] = await server.query(
        "select said -> 'identifier' as numbers from hl7_people h join patients p on p.id = h.patient_id where p.mrn = $1",
        [mrn],
      );
      expect(said?.['numbers']).toMatchObject([{ value: '77' }, { value: mrn, system: 'MPI' }, { value: '5' }]);
    },
  );

  it.each([
    [['--address', '127.0.0.1', '--charset', 'KLINGON'], 'is none of'],
    [['--address', '127.0.0.1', '--processing', 'X'], 'P, T or D'],
    [['--address', '127.0.0.1', '--record-numbers', 'A^B'], 'without separators'],
    [['--address', '300.0.0.1'], 'needs an address or a network'],
    [['--certificate', 'AB:CD'], '64 hexadecimal digits'],
    [['--address', '127.0.0.1', '--certificate', 'AB'.repeat(32)], '--certificate or --address'],
    [[], 'needs --certificate or --address'],
  ])('%j is refused', async (more, why) => {
    const { code, err } = await admin(...addInterface('Wrong', 'WRONG', ...more));
    expect([code > 0, err]).toEqual([true, expect.stringContaining(why)]);
  });
});

const valuesOf = (mrn: string) =>
  server.query(
    `select v.name, v.kind, v.comparator, v.value, v.unit, v.reference_range as range, v.abnormal_flag as flag, v.first_given as first, r.status, o.effective
     from observation_values v join record_resources r on r.id = v.resource_id join observations o on o.resource_id = r.id join patients p on p.id = r.patient_id
     where p.mrn = $1 order by r.id, v.position`,
    [mrn],
  );

describe('results', () => {
  const obr = (status = 'F', filler = 'F-1') =>
    `OBR|1|P-1|${filler}^LAB|57021-8^Blood count^LN|||20260306204311|||||||||88^Fern^Ida^^^Dr.||||||20260307090000||HM|${status}`;

  it('come with units, ranges, flags and notes, are corrected and taken back', async () => {
    expect(await send('ADT^A28', pid('8001'))).toBe('done');
    const lines = (status: string, hemoglobin: string, last = status) => [
      pid('8001'),
      obr(status),
      `OBX|1|NM|718-7^Hemoglobin^LN||${hemoglobin}|g/dL|12.0 - 15.5|L|||${status}||||North Lab`,
      'NTE|1||Repeated.',
      `OBX|2|SN|1742-6^ALT^LN||<^5|U/L||N|||${status}`,
      `OBX|3|CE|5778-6^Color^LN||YEL^Yellow^L||||||${status}`,
      `OBX|4|TX|8251-1^Comment^LN|1|First line.||||||${status}`,
      `OBX|5|TX|8251-1^Comment^LN|2|Second \\T\\ last.||||||${last}`,
    ];
    expect(await send('ORU^R01', ...lines('F', '11.40'))).toBe('done');
    const values = new Map((await valuesOf('8001')).map((one) => [one['name'], one]));
    expect(values.get('Hemoglobin')).toMatchObject({
      kind: 'quantity',
      value: '11.40',
      unit: 'g/dL',
      range: '12.0 - 15.5',
      flag: 'L',
      status: 'final',
      effective: '2026-03-06T20:43:11-05:00',
    });
    expect(values.get('ALT')).toMatchObject({ kind: 'quantity', comparator: '<', value: '5', unit: 'U/L' });
    expect(values.get('Color')).toMatchObject({ kind: 'code', value: 'Yellow' });
    expect(values.get('Comment')).toMatchObject({ kind: 'text', value: 'First line.\nSecond & last.' });
    const [report] = await server.query(
      "select l.requester, l.lab_name as lab, l.lab_result_id as result from lab_reports l join patients p on p.id = l.patient_id where p.mrn = '8001'",
    );
    expect(report).toMatchObject({ requester: 'Dr. Ida Fern', lab: 'North Lab' });
    const together = await server.query(
      "select distinct o.lab_result_id as result from observations o join patients p on p.id = o.patient_id where p.mrn = '8001'",
    );
    expect(together).toEqual([{ result: report?.['result'] }]);

    expect(await send('ORU^R01', ...lines('C', '10.9'))).toBe('done');
    expect((await valuesOf('8001')).find(({ name }) => name === 'Hemoglobin')).toMatchObject({
      value: '10.9',
      status: 'corrected',
      first: '11.40',
    });
    expect(
      await send(
        'ORU^R01',
        pid('8001'),
        obr('C'),
        'OBX|1|NM|718-7^Hemoglobin^LN||||||||D',
        'OBX|2|SN|1742-6^ALT^LN||||||||X',
      ),
    ).toBe('done');
    const after = await server.query(
      "select r.status, r.is_hidden from record_resources r join patients p on p.id = r.patient_id where p.mrn = '8001' and r.type = 'Observation' order by r.id",
    );
    expect(after.map(({ status }) => status)).toEqual(expect.arrayContaining(['entered-in-error', 'cancelled']));
  });

  it('come as a PDF, and as words of radiology', async () => {
    expect(await send('ADT^A28', pid('8002'))).toBe('done');
    const pdf = Buffer.from(
      '%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj 2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj 3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]>>endobj\ntrailer<</Root 1 0 R>>',
    ).toString('base64');
    expect(
      await send(
        'ORU^R01',
        pid('8002'),
        obr('F', 'F-2'),
        `OBX|1|ED|PDF^Report^L||LAB^Application^PDF^Base64^${pdf}||||||F`,
      ),
    ).toBe('done');
    const radiology = `OBR|1||F-3|71020^Chest X-ray^C4|||20260306${'|'.repeat(17)}RAD|F`;
    expect(await send('ORU^R01', pid('8002'), radiology, 'OBX|1|TX|IMP^Impression^L||Lungs are clear.||||||F')).toBe(
      'done',
    );
    const documents = await server.query(
      "select d.content_type, convert_from(substring(d.content from 1 for 40), 'LATIN1') as begins from record_documents d join record_resources r on r.id = d.resource_id join patients p on p.id = r.patient_id where p.mrn = '8002' order by d.resource_id",
    );
    expect(documents).toEqual([
      { content_type: 'application/pdf', begins: expect.stringMatching(/^%PDF/) },
      { content_type: 'text/html', begins: expect.stringContaining('Lungs are clear.') },
    ]);
  });

  it('of somebody with another birth date, or without a number or a name, wait', async () => {
    expect(await send('ADT^A28', pid('8003'))).toBe('done');
    const obx = 'OBX|1|NM|718-7^Hemoglobin^LN||11|g/dL|||||F';
    expect(await send('ORU^R01', pid('8003', 'Reed^Mara||19610406'), obr('F', 'F-4'), obx)).toContain(
      'the date of birth is another one',
    );
    await admin(
      'interface',
      'skip',
      String((await server.query("select max(id) as id from hl7_messages where state = 'failed'"))[0]?.['id']),
    );
    // Without a birth date a name counts, of which one part may have changed.
    expect(await send('ADT^A28', pid('8007'))).toBe('done');
    expect(await send('ORU^R01', pid('8007', 'Pike^Mara'), obr('F', 'F-5'), obx)).toBe('done');
    expect(await send('ORU^R01', pid('8007', 'Pike^Ada'), obr('F', 'F-6'), obx)).toContain('the name is another one');
    expect(await send('ADT^A28', pid('8008'))).toBe('done');
    expect(await send('ADT^A08', pid('8008', 'Pike^Ada'))).toContain('name and date of birth are others');
    expect(await send('ADT^A28', pid('8004'))).toBe('done');
    expect(await send('ORU^R01', pid('8004'), 'OBR|1|||57021-8^Blood count^LN', obx)).toContain(
      'OBR-3, OBR-2, ORC-3 and ORC-2 have no order number',
    );
  });

  it('that would replace each other within one message wait', async () => {
    expect(await send('ADT^A28', pid('8006'))).toBe('done');
    const obx = 'OBX|1|NM|718-7^Hemoglobin^LN||11|g/dL|||||F';
    expect(await send('ORU^R01', pid('8006'), obr('F', 'F-8'), obx, obx.replace('|11|', '|12|'))).toContain(
      'the same OBX-3',
    );
    expect(await valuesOf('8006')).toEqual([]);
  });

  it('of one patient cannot replace those of another under the same order number', async () => {
    expect(await send('ADT^A28', pid('8005'))).toBe('done');
    expect(await send('ORU^R01', pid('8005'), obr(), 'OBX|1|NM|718-7^Hemoglobin^LN||9|g/dL|||||F')).toContain(
      "part of another patient's record",
    );
    expect(await valuesOf('8005')).toEqual([]);
  });

  it('are read by the patient on the page of test results', async () => {
    const [row] = await server.query(
      'select mrn, date_of_birth as born, u.username from patients p join users u on u.id = p.user_id where u.username is not null and p.home_facility_id = 1 order by p.id limit 1',
    );
    const whose = `PID|1||${String(row?.['mrn'])}^^^NORTH^MR||||${String(row?.['born']).replaceAll('-', '')}`;
    expect(
      await send(
        'ORU^R01',
        whose,
        obr('F', 'F-9'),
        'OBX|1|NM|2951-2^Sodium level from the interface^LN||141|mmol/L|||||F',
      ),
    ).toBe('done');
    const browser = await server.signedIn(String(row?.['username']));
    const id = (await server.ids(String(row?.['username']))).patientId ?? 0;
    const answer = await browser.call(listLabResults, { params: { patientId: id } });
    expect(answer.text).toContain('Blood count');
  });
});

describe('visits', () => {
  const visits = (mrn: string) =>
    server.query(
      `select to_char(a.starts_at at time zone f.time_zone, 'YYYY-MM-DD HH24:MI') as at, a.day, a.duration_minutes as minutes, a.provider_last_name as provider, a.type, a.short_location as place,
         a.instructions, a.status, a.is_cancelled as cancelled from appointments a join facilities f on f.id = a.facility_id join patients p on p.id = a.patient_id where p.mrn = $1 order by a.id`,
      [mrn],
    );
  const sch = (more: string, number = '55') => `SCH|P55|${number}^SCHED|||||Check|FUP^Follow-up visit|30|MIN${more}`;

  it('are booked, moved, changed, cancelled and missed', async () => {
    expect(await send('ADT^A28', pid('8101'))).toBe('done');
    const booked = [
      pid('8101'),
      sch('|^^^20270301093000'),
      'NTE|1||Bring your list of medicines.',
      'AIL|1||^^^North Building^^^^^Room 4, North Building',
      'AIP|1||88^Fern^Ida',
    ];
    expect(await send('SIU^S12', ...booked)).toBe('done');
    const first = {
      at: '2027-03-01 09:30',
      minutes: 30,
      provider: 'Fern',
      type: 'Follow-up visit',
      place: 'Room 4, North Building',
      instructions: 'Bring your list of medicines.',
      status: 'Scheduled',
      cancelled: false,
    };
    expect(await visits('8101')).toMatchObject([first]);
    expect(await send('SIU^S13', pid('8101'), sch('|^^^202703021000-0500'))).toBe('done');
    expect(await visits('8101')).toMatchObject([{ ...first, at: '2027-03-02 10:00' }]);
    expect(await send('SIU^S14', pid('8101'), 'SCH|P55|55^SCHED||||||NEW^Longer visit|1|H', 'AIP|1||""')).toBe('done');
    expect(await visits('8101')).toMatchObject([
      { ...first, at: '2027-03-02 10:00', type: 'Longer visit', minutes: 60, provider: null },
    ]);
    expect(await send('SIU^S15', pid('8101'), 'SCH|P55|55^SCHED')).toBe('done');
    expect(await visits('8101')).toMatchObject([
      { at: '2027-03-02 10:00', status: 'Cancelled by facility', cancelled: true },
    ]);
    expect(await send('SIU^S12', pid('8101'), sch('|^^^20260301', '56'))).toBe('done');
    expect(await send('SIU^S26', pid('8101'), 'SCH|P55|56^SCHED')).toBe('done');
    expect((await visits('8101'))[1]).toMatchObject({ at: null, day: '2026-03-01', status: 'Missed' });
    const types = await server.query(
      "select type from audit_events where type like 'appointment.%' and patient_id = $1 order by id",
      [(await patient('8101'))?.['id']],
    );
    expect(types.map(({ type }) => String(type).slice(12))).toEqual([
      'added',
      'changed',
      'changed',
      'cancelled',
      'added',
      'changed',
    ]);
  });

  it('that are not known: a change books them, a cancellation is nothing, and without a time they wait', async () => {
    expect(await send('ADT^A28', pid('8102'))).toBe('done');
    expect(await send('SIU^S15', pid('8102'), 'SCH|P|60^SCHED')).toBe('done');
    expect(await send('SIU^S14', pid('8102'), sch('|^^^20270301093000', '61'))).toBe('done');
    expect(await visits('8102')).toHaveLength(1);
    expect(await send('SIU^S14', pid('8102'), 'SCH|P|62^SCHED')).toContain('has no time');
  });

  it('that are discontinued are cancelled where they have not begun', async () => {
    expect(await send('ADT^A28', pid('8104'))).toBe('done');
    expect(await send('SIU^S12', pid('8104'), sch('|^^^20210301093000', '63'))).toBe('done');
    expect(await send('SIU^S12', pid('8104'), sch('|^^^20990301093000', '64'))).toBe('done');
    for (const number of ['63', '64']) expect(await send('SIU^S16', pid('8104'), `SCH|P|${number}^SCHED`)).toBe('done');
    const cancelled = 'select is_cancelled as cancelled from appointments where patient_id = $1 order by starts_at';
    expect(await server.query(cancelled, [(await patient('8104'))?.['id']])).toEqual([
      { cancelled: false },
      { cancelled: true },
    ]);
  });

  it('of one patient cannot be taken by another', async () => {
    expect(await send('ADT^A28', pid('8103'))).toBe('done');
    expect(await send('SIU^S13', pid('8103'), sch('|^^^20270301093000'))).toContain("another patient's visit");
  });
});

describe('documents', () => {
  const txa = (number: string, more = '') =>
    `TXA|1|DS^Discharge summary|TX|202603061200||||||88^Fern^Ida^^^Dr.||${number}^HIS|${more}||||AU`;
  const notes = (mrn: string) =>
    server.query(
      `select n.document_type as type, n.authored_by as author, r.status, r.is_hidden as hidden from record_resources r left join clinical_notes n on n.resource_id = r.id
       join patients p on p.id = r.patient_id where p.mrn = $1 and r.type = 'DocumentReference' order by r.id`,
      [mrn],
    );

  it('come, are edited, replaced and taken back', async () => {
    expect(await send('ADT^A28', pid('8201'))).toBe('done');
    expect(
      await send('MDM^T02', pid('8201'), txa('D1'), 'OBX|1|FT|T^Text||You went home\\.br\\in good health.||||||F'),
    ).toBe('done');
    expect(await notes('8201')).toMatchObject([{ type: 'Discharge summary', status: 'final', hidden: false }]);
    expect(await send('MDM^T08', pid('8201'), txa('D1'), 'OBX|1|TX|T^Text||Edited.||||||F')).toBe('done');
    expect(await send('MDM^T06', pid('8201'), txa('D2', 'D1^HIS'), 'OBX|1|TX|T^Text||Addendum.||||||F')).toBe('done');
    expect(await send('MDM^T10', pid('8201'), txa('D3', 'D1^HIS'), 'OBX|1|TX|T^Text||Replaced.||||||F')).toBe('done');
    expect(await send('MDM^T02', pid('8201'), txa('D4').replace(/AU$/, 'IP'), 'OBX|1|TX|T^Text||Draft.||||||F')).toBe(
      'done',
    );
    expect((await notes('8201'))[3]).toMatchObject({ status: 'preliminary', hidden: true });
    expect(await send('MDM^T04', pid('8201'), txa('D4'), 'OBX|1|TX|T^Text||Draft.||||||F')).toBe('done');
    expect((await notes('8201'))[3]).toMatchObject({ status: 'final', hidden: false });
    expect(await notes('8201')).toHaveLength(4);
    expect(
      await server.query(
        "select count(*)::int as n from record_links l join record_resources d on d.id = l.resource_id join patients p on p.id = d.patient_id join record_resources old on old.type = l.target_type and old.resource_id = l.target_id where l.relation = 'replaces' and p.mrn = '8201'",
      ),
    ).toEqual([{ n: 1 }]);
    expect(await send('MDM^T11', pid('8201'), txa('D3'))).toBe('done');
    expect((await notes('8201'))[2]).toMatchObject({ status: 'entered-in-error', hidden: true });
  });

  it('without anything to read, or without a number, wait', async () => {
    expect(await send('ADT^A28', pid('8202'))).toBe('done');
    expect(await send('MDM^T02', pid('8202'), txa('D9'))).toContain('nothing in it to read');
    expect(await send('ADT^A28', pid('8203'))).toBe('done');
    expect(await send('MDM^T02', pid('8203'), txa(''), 'OBX|1|TX|T^Text||Words||||||F')).toContain('TXA-12');
  });
});

describe('merges', () => {
  const mrg = (number: string) => `MRG|${number}^^^NORTH^MR`;
  const obr = (number: string) => `OBR|1||${number}|57021-8^Blood count^LN|||20260306${'|'.repeat(17)}LAB|F`;
  const obx = (value: string) => `OBX|1|NM|718-7^Hemoglobin^LN||${value}|g/dL|||||F`;
  const valuesOf = (mrn: string) =>
    server.query(
      'select v.value from observation_values v join observations o on o.resource_id = v.resource_id join patients p on p.id = o.patient_id where p.mrn = $1 order by v.value',
      [mrn],
    );

  it('join two records; what comes under the old number goes on under the new one, once', async () => {
    expect(await send('ADT^A28', pid('8301'))).toBe('done');
    expect(await send('ADT^A28', pid('8302'))).toBe('done');
    expect(await send('ORU^R01', pid('8301'), obr('M-1'), obx('11'))).toBe('done');
    expect(await send('ORU^R01', pid('8302'), obr('M-2'), obx('12'))).toBe('done');
    expect(await send('ADT^A40', pid('8302'), mrg('8301'))).toBe('done');
    expect(await valuesOf('8302')).toEqual([{ value: '11' }, { value: '12' }]);
    // A correction of what came before, something new, and the same merge once more.
    expect(await send('ORU^R01', pid('8301'), obr('M-1'), obx('13'))).toBe('done');
    expect(await send('ORU^R01', pid('8301'), obr('M-3'), obx('14'))).toBe('done');
    expect(await send('ADT^A40', pid('8302'), mrg('8301'))).toBe('done');
    expect(await send('ADT^A08', pid('8301', 'Reed-Hill^Mara||19610405'))).toBe('done');
    expect(await valuesOf('8302')).toEqual([{ value: '12' }, { value: '13' }, { value: '14' }]);
    expect(await patient('8302')).toMatchObject({ last: 'Reed-Hill' });
    // Parted: what was moved goes back as it is by now, and what came since stays.
    expect(await admin('patient', 'unmerge', '8301', '--facility', 'Northlight')).toMatchObject({ code: 0 });
    expect(await valuesOf('8301')).toEqual([{ value: '13' }]);
    expect(await valuesOf('8302')).toEqual([{ value: '12' }, { value: '14' }]);
    expect(await send('ORU^R01', pid('8301'), obr('M-1'), obx('15'))).toBe('done');
    expect(await valuesOf('8301')).toEqual([{ value: '15' }]);
  });

  it('are undone by an A37, whichever number it names first; where there are two already it does nothing', async () => {
    for (const [number, value] of [
      ['8331', '11'],
      ['8332', '12'],
      ['8333', '13'],
    ] as const) {
      expect(await send('ADT^A28', pid(number))).toBe('done');
      expect(await send('ORU^R01', pid(number), obr(`U-${number}`), obx(value))).toBe('done');
    }
    expect(await send('ADT^A37', pid('8331'), pid('8332'))).toBe('done');
    for (const order of [
      ['8331', '8332'],
      ['8332', '8331'],
    ]) {
      expect(await send('ADT^A40', pid('8332'), mrg('8331'))).toBe('done');
      expect(await valuesOf('8332')).toEqual([{ value: '11' }, { value: '12' }]);
      expect(await send('ADT^A37', ...order.map((number) => pid(number)))).toBe('done');
      expect(await valuesOf('8331')).toEqual([{ value: '11' }]);
      expect(await valuesOf('8332')).toEqual([{ value: '12' }]);
    }
    const skip = async () =>
      admin(
        'interface',
        'skip',
        String((await server.query("select max(id) as id from hl7_messages where state = 'failed'"))[0]?.['id']),
      );
    for (const number of ['8331', '8333']) expect(await send('ADT^A40', pid('8332'), mrg(number))).toBe('done');
    expect(await send('ADT^A37', pid('8331'), pid('8333'))).toContain('joined with a third');
    await skip();
    expect(await send('ADT^A37', pid('8331', 'Pike^Ada||19700101'), pid('8332'))).toContain('are others than those');
    await skip();
    expect(await send('ADT^A37', pid('8331'))).toContain('does not name two record numbers');
    await skip();
    expect(await send('ADT^A47', pid('8334'), mrg('8332'))).toBe('done');
    expect(await send('ADT^A37', pid('8332'), pid('8334'))).toContain('no merge has joined them');
    await skip();
    expect(await send('ADT^A40', pid('8334'), mrg('8331'), pid('8333'), mrg('8332'))).toContain('several patients');
    await skip();
  });

  it('give a patient another number, and both lead to them', async () => {
    expect(await send('ADT^A28', pid('8311'))).toBe('done');
    expect(await send('ADT^A47', pid('8312'), mrg('8311'))).toBe('done');
    expect(await patient('8311')).toBeUndefined();
    expect(await send('ORU^R01', pid('8311'), obr('M-5'), obx('11'))).toBe('done');
    expect(await valuesOf('8312')).toEqual([{ value: '11' }]);
    // The same once more, and back.
    expect(await send('ADT^A47', pid('8312'), mrg('8311'))).toBe('done');
    expect(await send('ADT^A49', pid('8312'), 'MRG|||ACCOUNT-7')).toBe('done');
  });

  it('wait where somebody is not known, or could be somebody else', async () => {
    expect(await send('ADT^A28', pid('8321'))).toBe('done');
    const early = await taken('ADT^A40', pid('8321'), mrg('8322'));
    expect(await outcomeOf(early)).toContain('nobody has this record number');
    expect(await send('ADT^A28', pid('8322'))).toBe('done');
    await until(async () => (await outcomeOf(early)) === 'done');
    expect(await send('ADT^A28', pid('8323'))).toBe('done');
    expect(await send('ADT^A47', pid('8321'), mrg('8323'))).toContain('that of another patient');
    await admin(
      'interface',
      'skip',
      String((await server.query("select max(id) as id from hl7_messages where state = 'failed'"))[0]?.['id']),
    );
    expect(await send('ADT^A28', pid('8324', 'Pike^Ada||19700101'))).toBe('done');
    expect(await send('ADT^A40', pid('8324', 'Pike^Ada||19700101'), mrg('8323'))).toContain(
      'differ in name and date of birth',
    );
    // Those of both patients wait behind it, and those of others do not.
    const behind = [await taken('ADT^A08', pid('8323')), await taken('ADT^A08', pid('8324', 'Pike^Ada||19700101'))];
    expect(await send('ADT^A08', pid('8321'))).toBe('done');
    const waiting = await server.query('select state from hl7_messages where control_id = any($1)', [behind]);
    expect(waiting).toEqual([{ state: 'queued' }, { state: 'queued' }]);
    await server.query("update patients set date_of_birth = '1970-01-01' where mrn = '8323'");
    await server.query("update patients set date_of_birth = '1961-04-05' where mrn = '8324'");
    await admin(
      'interface',
      'skip',
      String((await server.query("select max(id) as id from hl7_messages where state = 'failed'"))[0]?.['id']),
    );
    for (const id of behind) await outcomeOf(id);
  });
});

describe('what waits behind a message that failed', () => {
  const next = (ids: readonly string[]) =>
    server.query(
      "select state, next_try_at > now() + interval '30 minutes' as away from hl7_messages where control_id = any($1) order by id",
      [ids],
    );
  const failedNumber = async (id: string) =>
    String((await server.query('select id from hl7_messages where control_id = $1', [id]))[0]?.['id']);
  const waits = { state: 'queued', away: true };
  const putOff = () => putOffBehindFailed(server.pool.db, null);

  it('is not looked at until that is retried or skipped, and then goes on in order', async () => {
    expect(await send('ADT^A28', pid('8401'))).toBe('done');
    const failed = await taken('MDM^T02', pid('8401'), 'TXA|1');
    expect(await outcomeOf(failed)).toContain('TXA-12');
    const behind = [await taken('ADT^A08', pid('8401', 'Reed^Ann||19610405')), await taken('ADT^A08', pid('8401'))];
    await putOff();
    expect(await next(behind)).toEqual([waits, waits]);
    // It fails again at once, and what is behind it is put off again.
    expect(await admin('interface', 'retry', '--message', await failedNumber(failed))).toMatchObject({ code: 0 });
    await until(async () => (await next(behind)).every(({ away }) => away === true));
    expect(await outcomeOf(failed)).toContain('TXA-12');
    expect(await admin('interface', 'skip', await failedNumber(failed))).toMatchObject({ code: 0 });
    for (const id of behind) expect(await outcomeOf(id)).toBe('done');
    expect(await patient('8401')).toMatchObject({ first: 'Mara' });
  });

  it('goes on by itself where the message waited for its patient', async () => {
    const early = await taken('ORU^R01', pid('8402'), 'OBR|1||P-1|57021-8^Blood count^LN', 'OBX|1|ST|1^A^L||a||||||F');
    expect(await outcomeOf(early)).toContain('nobody has this record number');
    const behind = await taken('ADT^A08', pid('8402'));
    await putOff();
    expect(await next([behind])).toEqual([waits]);
    expect(await send('ADT^A28', pid('8402'))).toBe('done');
    for (const id of [early, behind]) await until(async () => (await outcomeOf(id)) === 'done');
  });
});

it('an outage of the database never uses up the tries of a message', async () => {
  expect(await send('ADT^A28', pid('8600'))).toBe('done');
  let id = '';
  await server.tx(async (tx) => {
    await tx.script("select from patients where mrn = '8600' for update");
    id = await taken('ADT^A08', pid('8600', 'Reed-Hill^Mara||19610405'));
    for (const tries of [1, 40]) {
      await server.untilWaiting(1);
      await server.query(
        "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
      );
      const failed =
        "select 1 from hl7_messages where control_id = $1 and failure like 'a fault of the server%' and tries >= $2";
      await until(async () => (await server.query(failed, [id, tries])).length > 0);
      await server.query(
        "update hl7_messages set tries = 40, failure = null, next_try_at = now() where control_id = $1 and state = 'queued'",
        [id],
      );
    }
  });
  expect(await outcomeOf(id)).toBe('done');
  expect(await patient('8600')).toMatchObject({ last: 'Reed-Hill' });
});

it('results of many patients at once are all there, and one that cannot be worked on keeps no other back', async () => {
  const numbers = Array.from({ length: 30 }, (_, at) => String(8500 + at));
  for (const number of numbers) expect(await send('ADT^A28', pid(number))).toBe('done');
  const result = (number: string, value = number, who = pid(number)) =>
    taken(
      'ORU^R01',
      who,
      `OBR|1||B-${number}|57021-8^Blood count^LN`,
      `OBX|1|NM|718-7^Hemoglobin^LN||${value}|g/dL|||||F`,
    );
  const ids: string[] = [];
  // All that comes while somebody else writes for this source is worked on together afterwards.
  await server.tx(async (tx) => {
    await tx.run(lockSource, { source: 'Hospital' });
    ids.push(await result('8500'), await result('8501'));
    await server.untilWaiting(1);
    for (const number of numbers.slice(2)) ids.push(await result(number));
    ids.push(await result('8599'), await result('8502', '99', pid('8502', 'Reed^Mara||19990101')));
  });
  const outcomes: string[] = [];
  for (const id of ids) outcomes.push(await outcomeOf(id));
  expect(outcomes.slice(0, 30).every((outcome) => outcome === 'done')).toBe(true);
  expect(outcomes.slice(30)).toEqual([
    expect.stringContaining('nobody has this record number'),
    expect.stringContaining('the date of birth is another one'),
  ]);
  expect(
    await server.query(
      `select p.mrn, v.value from patients p join observations o on o.patient_id = p.id join observation_values v on v.resource_id = o.resource_id
       where p.mrn = any($1) order by p.mrn`,
      [numbers],
    ),
  ).toEqual(numbers.map((number) => ({ mrn: number, value: number })));
  const [shared] = await server.query(
    "select count(distinct ended_at)::int as transactions from hl7_messages where control_id = any($1) and state = 'done'",
    [ids],
  );
  expect(shared?.['transactions']).toBeLessThan(10);
});

it('the audit of all that was done is whole', async () => {
  expect(await server.brokenAuditRows()).toEqual([]);
});
