import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { IdempotencyKey, calls } from '@portal/api';
import * as v from 'valibot';
import { onConnection } from '../../server/db/roles.ts';
import { contactDetails } from '../support/contacts.ts';
import { Browser } from './facilityServer.ts';
import { until } from './serverProcess.ts';

/** What became of the writes of one round. */
export interface Counted {
  readonly acknowledged: number;
  /** Acknowledged and not stored. */
  readonly lost: number;
  /** Stored more than once, or without an acknowledgement. */
  readonly doubled: number;
}

export interface Writes {
  /** Waits until each server has acknowledged so many more writes. The error says what was refused. */
  more(count: number): Promise<void>;
  /** The statuses of refused requests, which were sent again. */
  readonly refused: ReadonlySet<number>;
  /** The longest time from the first try of a write to its acknowledgement. */
  longestMs(): number;
  /** Waits until the last write is acknowledged, counts the rows, and removes them: a patient has room for 1,000 contacts. */
  end(ownerUrl: string): Promise<Counted>;
}

const contactFirstName = 'Acknowledged';
const writersAtServer = ['patient', 'noemail', 'patient', 'noemail', 'patient', 'noemail'];
/** Between two writes of a writer: a patient may make 600 in an hour. */
const pauseMs = 20;

/** Signs writers in at servers. Each of them adds contacts, and repeats a request with the same key until it is acknowledged. */
export async function contactWriters(portals: readonly string[]): Promise<{ begin(): Writes }> {
  const writers = await Promise.all(
    portals.flatMap((portal) =>
      writersAtServer.map(async (username) => {
        const browser = new Browser(portal);
        const { status, text } = await browser.logIn(username);
        if (status !== 200) throw new Error(`${username} is not signed in: ${text}`);
        return { portal, browser, username, patientId: (await browser.profile()).ids[0]?.value ?? 0 };
      }),
    ),
  );
  const begin = (): Writes => {
    const acknowledged = new Map(portals.map((portal) => [portal, new Set<string>()]));
    const refused = new Set<number>();
    let longestMs = 0;
    let isOver = false;
    const write = async ({ portal, browser, username, patientId }: (typeof writers)[number]): Promise<void> => {
      const contactLastName = randomUUID();
      const headers = { 'idempotency-key': v.parse(IdempotencyKey, contactLastName) };
      const body = contactDetails({ contactFirstName, contactLastName });
      const begun = performance.now();
      for (;;) {
        const answer = await browser
          .call(calls.saveContact, { params: { patientId }, headers, body })
          .catch(() => null);
        if (answer?.status === 200) break;
        // In a long run its session ends, because nobody is at the device.
        if (answer?.status === 401) await browser.logIn(username).catch(() => null);
        else if (answer !== null) refused.add(answer.status);
        await wait(50);
      }
      longestMs = Math.max(longestMs, performance.now() - begun);
      acknowledged.get(portal)?.add(contactLastName);
    };
    const all = Promise.all(
      writers.map(async (writer) => {
        for (; !isOver; await wait(pauseMs)) await write(writer);
      }),
    );
    const least = () => Math.min(...[...acknowledged.values()].map(({ size }) => size));
    return {
      async more(count) {
        const enough = least() + count;
        await until(() => least() >= enough).catch(() => {
          throw new Error(
            `A server acknowledged only ${least()} writes of ${enough}; refused was ${[...refused].join()}.`,
          );
        });
      },
      refused,
      longestMs: () => longestMs,
      async end(ownerUrl) {
        isOver = true;
        await all;
        const names = [...acknowledged.values()].flatMap((each) => [...each]);
        const stored = await onConnection(ownerUrl, async (client) => {
          const { rows } = await client.query<{ name: string }>(
            'delete from contacts where first_name = $1 returning last_name as name',
            [contactFirstName],
          );
          await client.query('delete from limits');
          return rows.map(({ name }) => name);
        });
        const kept = new Set(stored);
        const lost = names.filter((name) => !kept.has(name)).length;
        return { acknowledged: names.length, lost, doubled: stored.length - (names.length - lost) };
      },
    };
  };
  return { begin };
}
