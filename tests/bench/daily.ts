import type { TestPatient } from '../support/facility.ts';
import { type Bench, say } from './bench.ts';
import { deviceOf } from './device.ts';
import { giveActivity, giveRecord, longestRecord, longLog, longRecord, shortLog, shortRecord } from './longRecord.ts';
import { answerTarget, bareTime, type Devices, devicesOf, type PressTime, pressTime, scrollTime } from './press.ts';
import { messages, type Press, presses } from './presses.ts';
import { median, most, type Row, show } from './table.ts';

/** The time of one press in one round: on a long record, on a short one and on the bare page of two radio buttons. */
interface Round {
  readonly long: PressTime;
  readonly short: PressTime;
  readonly bare: number;
}

/** Both rows of a press: the frame that answers it, and the frame that shows its result. */
function rowsOf({ name, shows, answer, within }: Press, rounds: readonly Round[]): readonly Row[] {
  const control = rounds.map(({ bare }) => bare);
  const row = (until: 'answered' | 'done') => {
    const all = rounds.map(({ long }) => long[until]);
    const heard = median(rounds.map(({ long }) => long.heard));
    const short = median(rounds.map((one) => one.short[until]));
    const times = (median(all) / short).toFixed(2);
    return {
      ours: median(all),
      yardstick: median(control),
      unit: 'ms',
      control,
      note: `${show(Math.min(...all))} at the best, ${show(short)} on a short record (${times} times), ${heard.toFixed(0)} until the page heard`,
    } as const;
  };
  const done: Row = {
    ...row('done'),
    what: `${name}: press to ${shows}`,
    target: answer === undefined ? answerTarget : within === undefined ? null : most('value', within),
  };
  return answer === undefined
    ? [done]
    : [{ ...row('answered'), what: `${name}: press to its answer`, target: answerTarget }, done];
}

/** The pages of daily care with a long record and with a short one, and the page of two radio buttons beside each press. */
export async function daily({ browser, facility, rounds }: Bench): Promise<Row[]> {
  const [longPatient, shortPatient] = [await facility.newPatient(), await facility.newPatient()];
  await giveRecord(facility.db, longPatient.patientId, longestRecord);
  await giveRecord(facility.db, shortPatient.patientId, shortRecord);
  await giveActivity(facility.db, longPatient.patientId, longPatient.userId, longLog);
  await giveActivity(facility.db, shortPatient.patientId, shortPatient.userId, shortLog);
  const devices = async (patient: TestPatient): Promise<Devices> =>
    devicesOf(browser, facility, await deviceOf(browser, facility.portalUrl, patient.username));
  const [long, short] = [await devices(longPatient), await devices(shortPatient)];
  const measured = presses.map((press) => ({ press, found: new Array<Round>() }));
  const scrolled = { long: new Array<number>(), short: new Array<number>() };
  // Round by round instead of press by press, so that a minute in which the machine is slow affects all presses.
  for (let round = 0; round < rounds; round += 1) {
    for (const { press, found } of measured) {
      found.push({
        long: await pressTime(facility, long, press),
        short: await pressTime(facility, short, press),
        bare: (await bareTime(long.phone)).done,
      });
      say('.');
    }
    scrolled.long.push(await scrollTime(facility, long, messages));
    scrolled.short.push(await scrollTime(facility, short, messages));
  }
  for (const context of [...Object.values(long), ...Object.values(short)]) await context.close();
  const bare = measured.flatMap(({ found }) => found.map((one) => one.bare));
  return [
    ...measured.flatMap(({ press, found }) => rowsOf(press, found)),
    {
      what: `scrolling through ${longRecord.threads} threads: longest frame (yardstick: ${shortRecord.threads} threads)`,
      ours: median(scrolled.long),
      yardstick: median(scrolled.short),
      control: scrolled.short,
      unit: 'ms',
      target: most('value', 50),
    },
    {
      what: 'a tap on a page of two radio buttons, meanwhile',
      ours: median(bare),
      yardstick: null,
      unit: 'ms',
      target: null,
      note: `${show(Math.min(...bare))} to ${show(Math.max(...bare))}`,
    },
  ];
}
