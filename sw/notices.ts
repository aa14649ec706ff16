import type { BodyOf, LanguageCode, ReminderKind, renewPush } from '@portal/api';

/** All that a notice says; a screen that is locked shows it to anybody. */
const words: Readonly<Record<LanguageCode, string>> = {
  en: 'Something new in your portal',
  es: 'Hay algo nuevo en su portal',
  fr: 'Du nouveau dans votre portail',
  pt: 'Há algo novo no seu portal',
  zh: '您的门户有新内容',
};
const pages: Readonly<Record<ReminderKind | 'several' | 'test', string>> = {
  appointment: '/appointments',
  followUp: '/followup-plan',
  secureMessage: '/secure-messages',
  questionnaire: '/questionnaires',
  several: '/',
  test: '/notification-settings',
};

interface OpenWindow {
  readonly url: string;
  focus(): Promise<unknown>;
}

/** What is read of a subscription. */
interface Subscribed {
  readonly endpoint: string;
  toJSON(): { readonly keys?: Readonly<Record<string, string>> };
}

/** What the worker needs of its global scope. */
export type NoticesScope = Pick<ServiceWorkerGlobalScope, 'addEventListener'> & {
  readonly clients: {
    matchAll(options: { type: 'window' }): Promise<readonly OpenWindow[]>;
    openWindow(path: string): Promise<unknown>;
  };
  readonly navigator: { readonly language: string };
  readonly registration: Pick<ServiceWorkerRegistration, 'showNotification'> & {
    readonly pushManager: { subscribe(options: PushSubscriptionOptionsInit): Promise<Subscribed> };
  };
};

/** The event of a browser that has changed its endpoint; the standard library's types do not have it. */
interface EndpointChange extends ExtendableEvent {
  readonly oldSubscription?: (Subscribed & Pick<PushSubscription, 'options'>) | null;
  readonly newSubscription?: Subscribed | null;
}

const isOwn = <Table extends object>(table: Table, key: unknown): key is keyof Table =>
  typeof key === 'string' && Object.hasOwn(table, key);

/** The words and the page of a push; what cannot be read is shown all the same, since a browser takes a push for a promise to show something. */
function read(event: PushEvent, language: string): { text: string; lang: LanguageCode; path: string } {
  let sent: unknown;
  try {
    sent = event.data?.json();
  } catch {
    // Not ours, or cut.
  }
  const said = typeof sent === 'object' && sent !== null ? sent : {};
  const ownLanguage = language.slice(0, 2);
  const lang =
    'language' in said && isOwn(words, said.language) ? said.language : isOwn(words, ownLanguage) ? ownLanguage : 'en';
  return { lang, text: words[lang], path: 'kind' in said && isOwn(pages, said.kind) ? pages[said.kind] : '/' };
}

/** Shows notices, opens the portal from them, and tells the server of a new endpoint. */
export function showNotices(scope: NoticesScope): void {
  scope.addEventListener('push', (event) => {
    const { text, lang, path } = read(event, scope.navigator.language);
    // One at a time: the newer one takes the place of the one that nobody has looked at, and is heard again.
    const options = { tag: 'portal', renotify: true, icon: '/icons/icon-192.png', lang, data: path };
    event.waitUntil(scope.registration.showNotification(text, options));
  });

  scope.addEventListener('notificationclick', (event) => {
    const { notification } = event;
    notification.close();
    const path = typeof notification.data === 'string' ? notification.data : '/';
    event.waitUntil(show(path));
  });

  /** An open window stays at its page, where somebody may be writing; it is only brought to the front. */
  async function show(path: string): Promise<void> {
    const windows = await scope.clients.matchAll({ type: 'window' });
    const there = windows.find(({ url }) => new URL(url).pathname === path) ?? windows[0];
    if (there === undefined) await scope.clients.openWindow(path);
    else await there.focus();
  }

  scope.addEventListener('pushsubscriptionchange', (event: EndpointChange) => {
    event.waitUntil(renew(event));
  });

  /** Without the endpoint of before nobody can tell whose the new one is; the page of the settings then shows this device as off. */
  async function renew({ oldSubscription: before, newSubscription }: EndpointChange): Promise<void> {
    if (!before) return;
    const now =
      newSubscription ??
      (await scope.registration.pushManager.subscribe({
        userVisibleOnly: true,
        applicationServerKey: before.options.applicationServerKey,
      }));
    const [{ keys: secret }, { keys }] = [before.toJSON(), now.toJSON()];
    const body: BodyOf<typeof renewPush> = {
      before: { endpoint: before.endpoint, auth: secret?.['auth'] ?? '' },
      now: { endpoint: now.endpoint, keys: { p256dh: keys?.['p256dh'] ?? '', auth: keys?.['auth'] ?? '' } },
    };
    await fetch('/api/push/renewed', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  }
}
