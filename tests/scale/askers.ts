import { calls } from '@portal/api';
import * as v from 'valibot';
import type { Answer, Browser, TestServer } from '../server/facilityServer.ts';
import { type MeasuredCall, type Asker, found, inWaitingRoom, words } from './calls.ts';

/** The people who ask a server, signed in. */
export class Askers {
  readonly #server: TestServer;
  readonly #browsers = new Map<Asker, { readonly browser: Browser; readonly userId: number }>();
  #patientId = 0;
  readonly #values = new Map<string, string | number>(Object.entries(words));

  constructor(server: TestServer) {
    this.#server = server;
  }

  async signIn(): Promise<void> {
    this.#patientId = Number((await this.#server.ids('patient')).patientId);
    for (const name of ['patient', 'representative', 'kiosk'] as const)
      await this.#add(name, await this.#server.signedIn(name));
    await this.#add('kioskPatient', await this.#handedTablet());
    this.#values.set('patientId', this.#patientId);
    for (const [name, sql] of Object.entries(found)) this.#values.set(name, await this.#find(name, sql));
  }

  /** Gives what sends a request again and again, and throws where it is not answered as it should be. */
  async prepare({ title, call, ask }: MeasuredCall): Promise<(time: number) => Promise<Answer>> {
    const { browser, userId } = this.#browsers.get(ask.as ?? 'patient') ?? { browser: null, userId: 0 };
    const values: Record<string, string | number> = { ...Object.fromEntries(this.#values), userId, ...ask.words };
    for (const [name, sql] of Object.entries(ask.found ?? {})) values[name] = await this.#find(name, sql);
    const params = Object.fromEntries(
      Object.keys(call.params).map((name) => {
        const value = values[name];
        if (value === undefined) throw new Error(`${title}: tests/scale/calls.ts has no value for ${name}`);
        return [name, value];
      }),
    );
    return async (time) => {
      const answer = await (browser ?? this.#server.browser()).call(call, {
        params,
        query: { ...('language' in call.query ? { language: 'en' } : {}), ...ask.query?.(values) },
        headers: {
          ...('idempotency-key' in call.headers ? { 'idempotency-key': `of-the-scale-${crypto.randomUUID()}` } : {}),
          ...ask.headers,
        },
        ...(ask.body === undefined ? {} : { body: ask.body(values, time) }),
      });
      if (ask.status === undefined ? answer.status >= 300 : answer.status !== ask.status)
        throw new Error(`${title}: ${String(answer.status)} ${answer.text}`);
      return answer;
    };
  }

  /** Gives everybody their proof, their time and their quotas back. */
  async renew(): Promise<void> {
    await this.#server.query('delete from limits where octet_length(bucket) > 8');
    await this.#server.query(
      "update sessions set proved_at = now(), idle_until = now() + interval '15 minutes' where user_id = any($1) and ended_at is null",
      [[...this.#browsers.values()].map(({ userId }) => userId)],
    );
  }

  async #find(name: string, sql: string): Promise<string | number> {
    const [row] = await this.#server.query(sql, sql.includes('$1') ? [this.#patientId] : []);
    const value = row?.['id'];
    if (typeof value !== 'string' && typeof value !== 'number') throw new Error(`the demo has nothing for ${name}`);
    return value;
  }
  async #add(as: Asker, browser: Browser): Promise<void> {
    this.#browsers.set(as, { browser, userId: (await browser.profile()).userId });
  }
  async #handedTablet(): Promise<Browser> {
    const tablet = await this.#server.signedIn('kiosk');
    const { body } = await tablet.call(calls.initiateKioskLogon, { params: inWaitingRoom });
    const { data } = v.parse(calls.initiateKioskLogon.answer, body);
    tablet.tokens = null;
    await tablet.token(
      { grant_type: 'password', username: '', password: '' },
      { 'logon-process': 'patientKioskUser', 'patient-id': String(inWaitingRoom.patientId), 'link-data': data },
    );
    return tablet;
  }
}
