import { afterEach, expect, test, vi } from 'vitest';
import { type NoticesScope as Scope, showNotices } from './notices.ts';

/** An event that ends when everything passed to `waitUntil` has ended. */
class Waited extends Event {
  readonly work: Promise<unknown>[] = [];
  constructor(type: string, more: object) {
    super(type);
    Object.assign(this, more);
  }
  waitUntil(work: Promise<unknown>): void {
    this.work.push(work);
  }
}

/** The worker in a browser with these windows open. */
function workerWith(windows: readonly string[] = []) {
  const target = new EventTarget();
  const shown: [string, NotificationOptions | undefined][] = [];
  const done: string[] = [];
  const subscribe = vi.fn<Scope['registration']['pushManager']['subscribe']>(async () =>
    subscription('https://push.example/new', 'n'),
  );
  const clients = windows.map((path) => ({
    url: `https://portal.example.org${path}`,
    focus: async () => void done.push(`focus ${path}`),
  }));
  showNotices({
    addEventListener: target.addEventListener.bind(target),
    clients: {
      matchAll: async () => clients,
      openWindow: async (path) => {
        done.push(`open ${path}`);
        return null;
      },
    },
    navigator: { language: 'fr-CA' },
    registration: {
      showNotification: async (title, options) => void shown.push([title, options]),
      pushManager: { subscribe },
    },
  });
  const happen = async (type: string, more: object): Promise<void> => {
    const event = new Waited(type, more);
    target.dispatchEvent(event);
    await Promise.all(event.work);
  };
  return {
    shown,
    done,
    subscribe,
    happen,
    push: (text: string | null) =>
      happen('push', { data: text === null ? null : { json: (): unknown => JSON.parse(text) } }),
    press: (data: unknown) => happen('notificationclick', { notification: { data, close: () => done.push('close') } }),
  };
}
const subscription = (endpoint: string, letter: string) => ({
  endpoint,
  options: { applicationServerKey: new ArrayBuffer(1) },
  toJSON: () => ({ keys: { p256dh: letter.repeat(3), auth: letter } }),
});
afterEach(() => vi.unstubAllGlobals());

test('a push shows the same words whatever it is of, in the language that the server names', async () => {
  const worker = workerWith();
  await worker.push('{"kind":"secureMessage","language":"es"}');
  await worker.push('{"kind":"appointment","language":"zh"}');
  expect(worker.shown.map(([text, options]) => [text, options?.lang, options?.tag, options?.data])).toEqual([
    ['Hay algo nuevo en su portal', 'es', 'portal', '/secure-messages'],
    ['您的门户有新内容', 'zh', 'portal', '/appointments'],
  ]);
});

test('a push that cannot be read is shown all the same, in the browser’s language, and leads home', async () => {
  const worker = workerWith();
  for (const text of [null, 'no json', '{}', '"a text"', '{"kind":"toString","language":"constructor"}'])
    await worker.push(text);
  expect(new Set(worker.shown.map(([text, options]) => `${text} ${String(options?.data)}`))).toEqual(
    new Set(['Du nouveau dans votre portail /']),
  );
});

test('a press opens the page, or brings a window to the front that stays where it is', async () => {
  const closed = workerWith();
  await closed.press('/appointments');
  expect(closed.done).toEqual(['close', 'open /appointments']);
  const open = workerWith(['/questionnaires', '/appointments?id=7']);
  await open.press('/appointments');
  await open.press('/secure-messages');
  expect(open.done).toEqual(['close', 'focus /appointments?id=7', 'close', 'focus /questionnaires']);
});

test('a changed endpoint is told to the server with the old one, which proves whose it is', async () => {
  const sent: unknown[] = [];
  vi.stubGlobal('fetch', async (path: string, init: { body: string }) => void sent.push([path, JSON.parse(init.body)]));
  const worker = workerWith();
  const oldSubscription = subscription('https://push.example/old', 'o');
  await worker.happen('pushsubscriptionchange', { oldSubscription, newSubscription: null });
  expect(worker.subscribe).toHaveBeenCalledWith({
    userVisibleOnly: true,
    applicationServerKey: oldSubscription.options.applicationServerKey,
  });
  expect(sent).toEqual([
    [
      '/api/push/renewed',
      {
        before: { endpoint: 'https://push.example/old', auth: 'o' },
        now: { endpoint: 'https://push.example/new', keys: { p256dh: 'nnn', auth: 'n' } },
      },
    ],
  ]);
  await worker.happen('pushsubscriptionchange', {});
  expect(sent).toHaveLength(1);
});
