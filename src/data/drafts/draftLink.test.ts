import type { Answer } from '@portal/api';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { CallError } from '../errors.ts';
import { patientId, questionnaire, said, textOf } from '../../../tests/apps/data/draftWorld.ts';
import type { DeviceClock } from '../unsent/clock.ts';
import type { DraftServer, DraftStore } from './draftParts.ts';
import { createDraftSession } from './draftSession.ts';
import { blankDraft, type StoredDraft } from './record.ts';
import { StorageRefused } from '../vault/rows.ts';

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-11-23T08:00:00Z') });
});
afterEach(() => {
  vi.useRealTimers();
});

const clock: DeviceClock = {
  wall: () => Date.now(),
  later(milliseconds, run) {
    const timer = setTimeout(run, milliseconds);
    return () => clearTimeout(timer);
  },
  random: () => 0.5,
};

/** A draft on a device with one row. The server answers while `isUp` returns true; each call takes a twentieth of a second. */
function openDraft({ isUp = () => true, isFull = () => false }: { isUp?: () => boolean; isFull?: () => boolean }) {
  const began = Date.now();
  const calls: { readonly name: 'put' | 'submit'; readonly at: number }[] = [];
  const onServer = { draft: '', completions: 0, completed: '' };
  const device = { record: null as StoredDraft | null };
  const over = async <T>(work: () => T): Promise<T> => {
    const wasUp = isUp();
    await new Promise((resolve) => setTimeout(resolve, 50));
    if (!wasUp || !isUp()) throw new CallError('model', { kind: 'offline' });
    return work();
  };
  const server: DraftServer = {
    load: () => over(() => questionnaire()),
    putDraft(draft) {
      calls.push({ name: 'put', at: Date.now() - began });
      return over(() => (onServer.draft = textOf(draft.answers)));
    },
    deleteDraft: () => over(() => ''),
    submit(_key, _revision, answers: Answer[]) {
      calls.push({ name: 'submit', at: Date.now() - began });
      return over(() => {
        onServer.completions += 1;
        onServer.completed = textOf(answers);
        return { ...questionnaire(), patientQuestionAnswerList: answers };
      });
    },
  };
  const store: DraftStore<number> = {
    acquireLease: async () => ({ lease: 1, stored: device.record }),
    async write(_lease, record) {
      if (isFull()) throw new StorageRefused(new Error('full'));
      device.record = structuredClone(record);
      return 'written';
    },
    async remove() {
      device.record = null;
    },
  };
  const draftSession = createDraftSession<number>({
    draft: blankDraft(questionnaire(), patientId, Date.now(), null),
    store,
    lease: 1,
    stored: null,
    server,
    seenServer: true,
    clock,
    ownership: 'owner',
    withSubmitLock: (work) => work(),
    onSent: () => undefined,
    onChange: () => undefined,
    unattended: false,
  });
  const count = (name: 'put' | 'submit') => calls.filter((call) => call.name === name).length;
  return { draftSession, device, onServer, count };
}
const pass = (seconds: number) => vi.advanceTimersByTimeAsync(seconds * 1000);

it('over a link that flaps every 2 s for 5 minutes everything typed is on the device, tries are few, and one submission arrives', async () => {
  const { draftSession, onServer, count } = openDraft({ isUp: () => Math.floor(Date.now() / 2_000) % 2 === 0 });
  for (let second = 1; second <= 300; second += 1) {
    draftSession.write(said(`second ${second}`));
    await pass(1);
    expect(draftSession.state().device).toBe('saved');
  }
  await pass(60);
  expect(onServer.draft).toBe('second 300');
  // There is one change a second. A save waits for a pause of one second, and after a failure for two seconds or more.
  expect(count('put')).toBeLessThanOrEqual(160);
  while (Math.floor(Date.now() / 2_000) % 2 === 0) await pass(0.1);
  const outcome = draftSession.submit(said('second 300'));
  await pass(120);
  expect(['sent', 'waiting']).toContain((await outcome).kind);
  expect(draftSession.outcome()).toMatchObject({ kind: 'sent' });
  expect(onServer).toMatchObject({ completions: 1, completed: 'second 300' });
  expect(count('submit')).toBeLessThanOrEqual(8);
});

it('while the link is down for an hour the tries grow rarer than one a minute, and the first after it is back brings everything', async () => {
  const back = Date.now() + 3_600_000;
  const { draftSession, onServer, count } = openDraft({ isUp: () => Date.now() >= back });
  draftSession.write(said('typed in the tunnel'));
  await pass(3_599);
  expect(draftSession.state()).toMatchObject({ device: 'saved', server: 'waiting', connection: 'offline' });
  expect(count('put')).toBeGreaterThan(30);
  expect(count('put')).toBeLessThan(90);
  await pass(90);
  expect(onServer.draft).toBe('typed in the tunnel');
  expect(draftSession.state()).toMatchObject({ device: 'saved', server: 'saved', connection: 'online' });
});

it('a device that is full in the middle of a form: said, typed on, on the server; then neither keeps it and Send says so', async () => {
  let isUp = true;
  let isFull = false;
  const { draftSession, device, onServer } = openDraft({ isUp: () => isUp, isFull: () => isFull });
  draftSession.write(said('before'));
  await pass(5);
  expect(draftSession.state()).toMatchObject({ device: 'saved', server: 'saved' });
  isFull = true;
  for (const words of ['before it', 'before it was', 'before it was full']) {
    draftSession.write(said(words));
    await pass(5);
    expect(draftSession.state()).toMatchObject({ device: 'refused', server: 'saved' });
    expect(onServer.draft).toBe(words);
  }
  expect(device.record).toMatchObject({ answers: said('before') });
  isUp = false;
  draftSession.write(said('and offline'));
  await pass(5);
  expect(draftSession.state()).toMatchObject({ device: 'refused', server: 'waiting', connection: 'offline' });
  const failed = draftSession.submit(said('and offline'));
  await pass(10);
  expect(await failed).toEqual({ kind: 'failed' });
  expect(textOf(draftSession.current().answers)).toBe('and offline');
  isUp = true;
  const sent = draftSession.submit(said('and offline'));
  await pass(10);
  expect(await sent).toMatchObject({ kind: 'sent' });
  expect(onServer).toMatchObject({ completions: 1, completed: 'and offline' });
});
