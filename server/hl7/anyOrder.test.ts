import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { command } from '../../tests/server/commands.ts';
import { type TestServer, startTestServer } from '../../tests/server/facilityServer.ts';
import { Sender, hl7, ackCodes } from '../../tests/server/mllp.ts';
import { until } from '../../tests/server/serverProcess.ts';
import { unknownPatient } from './queue.ts';

/** `HL7_RUNS=200` asks for more. */
const runs = Number(process.env['HL7_RUNS'] ?? 10);
let server: TestServer;
let sender: Sender;
const admin = (...args: readonly string[]) => command(args, server.databaseUrl);

beforeAll(async () => {
  server = await startTestServer({ environment: { HL7_PORT: '0' } });
  await admin(
    ...'interface add Hospital --facility Northlight'.split(' '),
    ...'--application LAB --sending-facility NORTH --address 127.0.0.1'.split(' '),
  );
  sender = new Sender(server.hl7Port);
});
afterAll(async () => {
  sender?.end();
  await server?.stop();
});

type Told = 'results' | 'visits';
/** What the portal must hold of one person, as anybody would work it out. */
interface Person {
  mrn: string;
  name: string;
  readonly results: Map<string, string>;
  readonly visits: Map<string, string>;
}
interface Merge {
  readonly number: string;
  readonly given: Person;
  readonly kept: Person;
  readonly numbers: readonly string[];
  readonly results: readonly string[];
  readonly visits: readonly string[];
}
class Model {
  readonly people = new Map<string, Person>();
  /** What came before its patient, and waits for them. */
  readonly early = new Map<string, Pick<Person, Told>>();
  readonly #merges: Merge[] = [];

  register(number: string, name: string): void {
    const person = this.people.get(number);
    if (person !== undefined) {
      person.name = name;
      return;
    }
    const waited = this.early.get(number) ?? { results: new Map(), visits: new Map() };
    this.early.delete(number);
    this.people.set(number, { mrn: number, name, ...waited });
  }
  #of(number: string): Pick<Person, Told> | undefined {
    return this.people.get(number) ?? this.early.get(number);
  }
  /** Whether something that has a key of its own may be told of this number: it is new, or of the same person. */
  isTheirs(what: Told, number: string, key: string): boolean {
    const owner = [...this.people.values(), ...this.early.values()].find((one) => one[what].has(key));
    return owner === undefined || owner === this.#of(number);
  }
  tell(what: Told, number: string, key: string, value: string): void {
    if (this.#of(number) === undefined) this.early.set(number, { results: new Map(), visits: new Map() });
    this.#of(number)?.[what].set(key, value);
  }
  /** A visit that is cancelled stays where it was. False: there is none. */
  cancel(number: string, key: string): boolean {
    const visits = this.#of(number)?.visits;
    const time = visits?.get(key);
    if (time === undefined) return false;
    visits?.set(key, `${time.slice(0, 16)} cancelled`);
    return true;
  }
  merge(from: string, into: string, name: string): void {
    const [given, kept] = [this.people.get(from), this.people.get(into)];
    if (given === undefined || kept === undefined) return;
    kept.name = name;
    if (given === kept) return;
    const numbers = [...this.people].filter(([, one]) => one === given).map(([number]) => number);
    const [results, visits] = [[...given.results.keys()], [...given.visits.keys()]];
    this.#merges.push({ number: given.mrn, given, kept, numbers, results, visits });
    Model.#move(given, kept, results, visits);
    for (const number of numbers) this.people.set(number, kept);
  }
  renumber(from: string, into: string, name: string): void {
    const person = this.people.get(from);
    if (person === undefined) return;
    this.people.set(into, person);
    person.mrn = into;
    person.name = name;
  }
  /** Parts the last two that can be parted; gives the number that was given up, and that of the record that stayed. */
  unmerge(): readonly [string, string] | null {
    const last = this.#merges.pop();
    if (last === undefined) return null;
    Model.#move(last.kept, last.given, last.results, last.visits);
    for (const number of last.numbers) this.people.set(number, last.given);
    return [last.number, last.kept.mrn];
  }
  static #move(from: Person, into: Person, results: readonly string[], visits: readonly string[]): void {
    for (const [what, keys] of [['results', results] as const, ['visits', visits] as const])
      for (const key of keys) {
        into[what].set(key, from[what].get(key) ?? '');
        from[what].delete(key);
      }
  }
  state() {
    const told = ({ mrn, name, results, visits }: Person) => ({
      mrn,
      name,
      results: [...results.values()].toSorted(),
      visits: [...visits.values()].toSorted(),
    });
    return [...new Set(this.people.values())].map(told).toSorted((a, b) => (a.mrn < b.mrn ? -1 : 1));
  }
}

const number = fc.integer({ min: 0, max: 4 });
const value = fc.integer({ min: 1, max: 99 });
const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('register' as const), one: number, value }) },
  { weight: 6, arbitrary: fc.record({ kind: fc.constant('result' as const), one: number, other: number, value }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('visit' as const), one: number, other: number, value }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('cancel' as const), one: number, other: number }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('merge' as const), one: number, other: number, value }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('renumber' as const), one: number, value }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('unmerge' as const), byMessage: fc.boolean() }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('again' as const), value }) },
);
type Step = typeof step extends fc.Arbitrary<infer One> ? One : never;

let course = 0;
const pid = (mrn: string, name: string) => `PID|1||${mrn}^^^NORTH^MR||${name}^Mara||19610405`;
const mrg = (mrn: string) => `MRG|${mrn}^^^NORTH^MR`;

/** Everything that was sent is worked on, but for what waits for its patient; any other that waits would be a fault of the model or of ours. */
async function allDone(): Promise<void> {
  const waits = `select from hl7_messages early where early.patient_key = q.patient_key and early.state = 'failed' and early.failure = $1`;
  await until(
    async () =>
      (
        await server.query(
          `select 1 from hl7_messages q where state in ('queued', 'failed') and not (failure is not distinct from $1) and (message_type = 'ADT^A28' or not exists (${waits}))`,
          [unknownPatient],
        )
      ).length === 0,
  );
}

async function play(steps: readonly Step[]): Promise<void> {
  const at = `${String((course += 1))}`;
  const model = new Model();
  let used = 5;
  const numberOf = (one: number) => `${at}-${String(one)}`;
  const sent: string[] = [];
  const send = async (message: string) => {
    sent.push(message);
    expect(ackCodes(await sender.send(message))).toBe('AA');
  };
  for (const one of steps)
    switch (one.kind) {
      case 'register': {
        const [mrn, name] = [numberOf(one.one), `Name${String(one.value)}`];
        model.register(mrn, name);
        await send(hl7('ADT^A28', [pid(mrn, name)]));
        break;
      }
      case 'result': {
        const [mrn, key] = [numberOf(one.one), `${at}-R${String(one.other)}`];
        if (!model.isTheirs('results', mrn, key)) break;
        // The value tells which result it is.
        const told = `${String(one.other)}.${String(one.value).padStart(2, '0')}`;
        model.tell('results', mrn, key, told);
        const { name = 'Name' } = model.people.get(mrn) ?? {};
        const obr = `OBR|1||${key}|57021-8^Blood count^LN|||20260306${'|'.repeat(17)}LAB|F`;
        await send(hl7('ORU^R01', [pid(mrn, name), obr, `OBX|1|NM|718-7^Hb^LN||${told}|g/dL|||||F`]));
        break;
      }
      case 'visit': {
        const [mrn, key] = [numberOf(one.one), `${at}-V${String(one.other)}`];
        if (!model.isTheirs('visits', mrn, key)) break;
        const time = `2027-03-0${String(one.other + 1)} 09:${String(one.value % 60).padStart(2, '0')}`;
        model.tell('visits', mrn, key, time);
        const { name = 'Name' } = model.people.get(mrn) ?? {};
        const sch = `SCH|P|${key}^SCHED|||||Check|FUP^Follow-up|30|MIN|^^^${time.replaceAll(/\D/g, '')}`;
        await send(hl7('SIU^S12', [pid(mrn, name), sch]));
        break;
      }
      case 'cancel': {
        const [mrn, key] = [numberOf(one.one), `${at}-V${String(one.other)}`];
        if (!model.cancel(mrn, key)) break;
        const { name = 'Name' } = model.people.get(mrn) ?? {};
        await send(hl7('SIU^S15', [pid(mrn, name), `SCH|P|${key}^SCHED`]));
        break;
      }
      case 'merge': {
        const [from, into, name] = [numberOf(one.one), numberOf(one.other), `Name${String(one.value)}`];
        if (from === into || !model.people.has(from) || !model.people.has(into)) break;
        model.merge(from, into, name);
        await send(hl7('ADT^A40', [pid(into, name), mrg(from)]));
        break;
      }
      case 'renumber': {
        const [from, into, name] = [numberOf(one.one), numberOf((used += 1)), `Name${String(one.value)}`];
        if (!model.people.has(from)) break;
        model.renumber(from, into, name);
        await send(hl7('ADT^A47', [pid(into, name), mrg(from)]));
        break;
      }
      case 'unmerge': {
        await allDone();
        const parted = model.unmerge();
        if (parted === null) break;
        if (one.byMessage) {
          await send(hl7('ADT^A37', parted.map((number) => pid(number, 'Name')).toReversed()));
          break;
        }
        const done = await admin('patient', 'unmerge', parted[0], '--facility', 'Northlight');
        expect([done.code, done.err]).toEqual([0, '']);
        break;
      }
      case 'again': {
        const message = sent[one.value % Math.max(sent.length, 1)];
        if (message !== undefined) expect(ackCodes(await sender.send(message))).toBe('AA');
      }
    }
  for (const mrn of model.early.keys()) {
    model.register(mrn, 'Late');
    await send(hl7('ADT^A28', [pid(mrn, 'Late')]));
  }
  await allDone();
  expect(await server.query("select message_type, failure from hl7_messages where state = 'failed'")).toEqual([]);
  const found = await server.query(
    `select p.mrn, p.last_name as name,
       array(select v.value from observation_values v join observations o on o.resource_id = v.resource_id
         join record_resources r on r.id = o.resource_id and r.patient_id = p.id join lab_results l on l.id = o.lab_result_id and l.patient_id = p.id
         where o.patient_id = p.id order by v.value collate "C") as results,
       array(select to_char(a.starts_at at time zone f.time_zone, 'YYYY-MM-DD HH24:MI') || case when a.is_cancelled then ' cancelled' else '' end from appointments a where a.patient_id = p.id order by 1) as visits
     from patients p join users u on u.id = p.user_id join facilities f on f.id = p.home_facility_id
     where p.mrn like $1 and u.closed_because is null order by p.mrn collate "C"`,
    [`${at}-%`],
  );
  expect(found).toEqual(model.state());
}

it(
  'any order of registrations, results, visits, cancellations, merges and their undoing ends as a plain model says',
  async () => {
    await fc.assert(fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 40 }), play), {
      numRuns: runs,
      endOnFailure: true,
    });
    expect(await server.brokenAuditRows()).toEqual([]);
  },
  60_000 + runs * 20_000,
);
