import { pino } from 'pino';
import { afterEach, expect, test } from 'vitest';
import { Sender } from '../../tests/server/mllp.ts';
import { type Listener, type ListenerOptions, listenForHl7 } from './listener.ts';
import { framed } from './message/frames.ts';

let listener: Listener;
afterEach(() => listener.stop());

const open = async (
  answer: (bytes: Buffer) => Promise<Buffer | null>,
  limits: Pick<ListenerOptions, 'messageMs' | 'answerMs'> = {},
): Promise<Sender> => {
  const receiver = {
    isKnown: () => Promise.resolve(true),
    answer: async (bytes: Buffer) => ({ answer: await answer(bytes), isOver: false }),
    unreadable: (why: string) => Buffer.from(why),
  };
  const options = { port: 0, host: '127.0.0.1', tls: null, ...limits };
  listener = await listenForHl7(options, receiver, pino({ level: 'silent' }));
  return new Sender(listener.port);
};

test('a message that does not end is cut off; a connection between two messages is not', async () => {
  const between = await open((bytes) => Promise.resolve(bytes), { messageMs: 200 });
  const stalled = new Sender(listener.port);
  stalled.write(Buffer.from('\u000bMSH|'));
  // However slowly it goes on.
  const drip = setInterval(() => stalled.write(Buffer.from('x')), 50);
  await stalled.closed();
  clearInterval(drip);
  between.write(framed(Buffer.from('one')));
  expect(await between.answer()).toBe('one');
  between.end();
});

test('a stop answers what has come, and ends the connections', async () => {
  let finish: (answer: Buffer) => void = () => undefined;
  let noteBegun: () => void = () => undefined;
  const begun = new Promise<void>((settle) => {
    noteBegun = settle;
  });
  const busy = await open(() => {
    noteBegun();
    return new Promise((settle) => {
      finish = settle;
    });
  });
  const idle = new Sender(listener.port);
  busy.write(framed(Buffer.from('one')));
  await begun;
  const stopped = listener.stop();
  await idle.closed();
  finish(Buffer.from('done'));
  expect(await busy.answer()).toBe('done');
  await busy.closed();
  await stopped;
});

test('what gets no answer ends its connection, and holds up no stop', async () => {
  const sender = await open(() => new Promise(() => undefined), { answerMs: 100 });
  sender.write(framed(Buffer.from('one')));
  expect(await sender.answer()).toBeNull();
});

test('an answer that the sender does not want is not sent', async () => {
  const sender = await open((bytes) => Promise.resolve(bytes.toString() === 'quiet' ? null : bytes));
  sender.write(Buffer.concat([framed(Buffer.from('quiet')), framed(Buffer.from('two'))]));
  expect(await sender.answer()).toBe('two');
  sender.end();
});

test('what is larger than a message may be is told and cut off, without being held in memory', async () => {
  const sender = await open((bytes) => Promise.resolve(bytes));
  sender.write(Buffer.concat([Buffer.from('\u000b'), Buffer.alloc(10_100_000, 'x')]));
  await sender.closed();
});
