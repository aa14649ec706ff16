import { setTimeout as wait } from 'node:timers/promises';
import { IdempotencyKey, PatientId, getQuestionnaire, submitQuestionnaire } from '@portal/api';
import pg from 'pg';
import * as v from 'valibot';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { command } from '../../tests/server/commands.ts';
import { Browser, type TestDatabase, testDatabase } from '../../tests/server/facilityServer.ts';
import {
  type FacilitySide,
  asQuestionnaire,
  facilitySide,
  itemOf,
  optionOf,
  smallTemplate,
} from '../../tests/server/questionnaires.ts';
import { mllpListener, webhook } from '../../tests/server/receivers.ts';
import { type Processes, ownProcesses, until } from '../../tests/server/serverProcess.ts';
import { connectionConfig } from '../db/pool.ts';

/** `OUTBOUND_KILLS=200` for a long run by hand. */
const kills = Number(process.env['OUTBOUND_KILLS'] ?? 20);
let processes: Processes;
let database: TestDatabase;
let client: pg.Client;
let facility: FacilitySide;

beforeAll(async () => {
  processes = await ownProcesses('outbound-killed');
  database = await testDatabase();
  client = new pg.Client(connectionConfig(database.url));
  await client.connect();
}, 120_000);
afterAll(async () => {
  await processes?.endAll();
  await facility?.end();
  await client?.end();
  await processes?.remove();
  await database?.drop();
});

it(
  `killed ${String(kills)} times while answers complete: each arrives at each receiver, once by its key, in order`,
  async () => {
    const [system, engine] = [await webhook(), await mllpListener()];
    const environment = {
      DATABASE_URL: database.serverUrl,
      DATABASE_OWNER_URL: database.url,
      DATA_DIR: processes.folder,
      ACCESS_TOKEN_SECONDS: '3600',
    };
    let running = await processes.start(environment);
    facility = facilitySide(database.serverUrl);
    const first = new Browser(running.portal);
    expect((await first.logIn('patient')).status).toBe(200);
    const patientId = v.parse(PatientId, (await first.profile()).ids[0]?.value);
    const settings = { alerts: [{ key: 'often', item: 'often', options: ['Often'] }] };
    const templateId = await facility.template({ ...smallTemplate, sourceKey: 'urn:test:killed' }, settings);
    const send = ['--facility', 'Northlight', '--send', 'responses,alerts'];
    const added = await command(
      ['interface', 'out', 'add', 'Record', '--webhook', system.url, ...send],
      database.serverUrl,
    );
    system.secret = /signatures: (\S+)/.exec(added.out)?.[1] ?? '';
    const mllp = `127.0.0.1:${String(engine.port)}`;
    expect(
      (await command(['interface', 'out', 'add', 'Engine', '--mllp', mllp, ...send], database.serverUrl)).code,
    ).toBe(0);

    let completed = 0;
    let isOver = false;
    const until200 = async (ask: (browser: Browser) => ReturnType<Browser['call']>) => {
      for (;;) {
        const browser = new Browser(running.portal);
        browser.tokens = first.tokens;
        const answer = await ask(browser).catch(() => null);
        if (answer?.status === 200) return answer;
        await wait(5);
      }
    };
    const answering = (async () => {
      while (!isOver) {
        const params = { patientId, assignedQuestionnaireId: await facility.assign(patientId, templateId) };
        const opened = await until200((browser) => browser.call(getQuestionnaire, { params }));
        const questionnaire = asQuestionnaire(opened.body);
        const item = itemOf(questionnaire, 'How often?');
        const { questionnaireItemId } = item;
        const listAnswerId = optionOf(item, 'Often');
        const key = v.parse(IdempotencyKey, crypto.randomUUID());
        await until200((browser) =>
          browser.call(submitQuestionnaire, {
            params,
            headers: { 'idempotency-key': key },
            body: {
              templateRevision: questionnaire.templateRevision,
              patientQuestionAnswerList: [{ questionnaireItemId, listAnswerId }],
            },
          }),
        );
        completed += 1;
        await wait(300);
      }
    })();
    for (let round = 0; round < kills; round += 1) {
      const before = system.tries + engine.tries;
      await until(() => system.tries + engine.tries > before + ((round * 7) % 5));
      await wait((round * 13) % 40);
      running.child.kill('SIGKILL');
      await running.ended();
      // What was in hand would wait for the end of its lease, two minutes.
      await client.query(
        "update outbound_messages set leased_until = now() where state = 'queued' and lease is not null",
      );
      running = await processes.start(environment);
    }
    isOver = true;
    await answering;
    const left = async () => {
      await client.query(
        "update outbound_messages set next_try_at = now() where state = 'queued' and next_try_at > now()",
      );
      return (await client.query("select from outbound_messages where state = 'queued'")).rowCount ?? 0;
    };
    for (let before = await left(); before > 0; before = await left()) await until(async () => (await left()) < before);

    const { rows } = await client.query<{ name: string; key: string; state: string }>(
      `select i.name, 'event-' || m.id as key, m.state from outbound_messages m join outbound_interfaces i on i.id = m.interface_id order by m.id`,
    );
    const keysOf = (name: string) => rows.filter((row) => row.name === name).map(({ key }) => key);
    expect(completed).toBeGreaterThanOrEqual(kills);
    expect(rows.filter(({ state }) => state !== 'delivered')).toEqual([]);
    expect(keysOf('Record')).toHaveLength(2 * completed);
    expect(keysOf('Engine')).toHaveLength(2 * completed);
    const once = (keys: readonly string[]) => [...new Set(keys)];
    expect(once(system.taken.map(({ key }) => key))).toEqual(keysOf('Record'));
    expect(once(engine.taken.map(({ header }) => header.text(10) ?? ''))).toEqual(keysOf('Engine'));
    await system.close();
    await engine.close();
  },
  300_000 + kills * 15_000,
);
