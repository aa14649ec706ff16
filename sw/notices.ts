import type { BodyOf, LanguageCode, ReminderKind, renewPush } from '@portal/api';

/** The whole text of a notice. It says nothing about the person, because a locked screen shows it to anybody. */
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
  record: '/',
  several: '/',
  test: '/notification-settings',
};

interface OpenWindow {
  readonly url: string;
  focus(): Promise<unknown>;
}

/** The fields of a push subscription that are used. */
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

/** The event of a browser that has changed its push endpoint. The standard library has no type for it. */
interface EndpointChange extends ExtendableEvent {
  readonly oldSubscription?: (Subscribed & Pick<PushSubscription, 'options'>) | null;
  readonly newSubscription?: Subscribed | null;
}

const isOwn = <Table extends object>(table: Table, key: unknown): key is keyof Table =>
  typeof key === 'string' && Object.hasOwn(table, key);

/** The text and the page of a push. An unreadable push is shown too, because browsers require that each push shows a notice. */
function read(event: PushEvent, language: string): { text: string; lang: LanguageCode; path: string } {
  let sent: unknown;
  try {
    sent = event.data?.json();
  } catch {
    // The data was cut off, or did not come from our server.
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
    // There is one notice at a time: a new one replaces an older one that nobody has read, and alerts again.
    const options = { tag: 'portal', renotify: true, icon: '/icons/icon-192.png', lang, data: path };
    event.waitUntil(scope.registration.showNotification(text, options));
  });

  scope.addEventListener('notificationclick', (event) => {
    const { notification } = event;
    notification.close();
    const path = typeof notification.data === 'string' ? notification.data : '/';
    event.waitUntil(show(path));
  });

  /** An open window is brought to the front and keeps its page, because somebody may be writing there. */
  async function show(path: string): Promise<void> {
    const windows = await scope.clients.matchAll({ type: 'window' });
    const there = windows.find(({ url }) => new URL(url).pathname === path) ?? windows[0];
    if (there === undefined) await scope.clients.openWindow(path);
    else await there.focus();
  }

  scope.addEventListener('pushsubscriptionchange', (event: EndpointChange) => {
    event.waitUntil(renew(event));
  });

  /**
   * Tells the server of a new endpoint. Without the old one nobody can say whose it is; the settings then show notices on this device as
   * off.
   */
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
