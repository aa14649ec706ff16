import type { PrefetchedAnswer } from './data/prefetched.ts';

/**
 * Prefetches the first answers of a page with a session before anything else of the app has loaded. The server puts it into the page of a
 * deep link, before the page's files, so it imports nothing; `startPrefetch.test.ts` compares its addresses with the contract.
 */
type Fields = Readonly<Record<string, unknown>>;

/** Parsed by hand, because the schemas load with the calls. If something is unexpected, nothing is prefetched. */
function fieldsOf(text: string | null | undefined): Fields | null {
  try {
    const read: unknown = JSON.parse(text ?? '');
    return typeof read === 'object' && read !== null ? { ...read } : null;
  } catch {
    return null;
  }
}

/** The access token, unless it has expired by the device's clock. The server checks it in any case. */
function tokenOf(session: Fields | null): string | null {
  const { access, lifetime, receivedAt } = session ?? {};
  if (typeof access !== 'string' || typeof lifetime !== 'number' || typeof receivedAt !== 'number') return null;
  const age = Date.now() - receivedAt;
  return age >= 0 && age < lifetime ? access : null;
}

/** The language that the page will most likely have. If it is another one, the app makes the requests again. */
const pageLanguage = (): string =>
  sessionStorage.getItem('vestibule.accountLanguage') ??
  localStorage.getItem('vestibule.language') ??
  navigator.language.slice(0, 2);

const isId = (value: unknown): value is number => typeof value === 'number' && Number.isInteger(value) && value > 0;

/** A call of a page with `{name}` for its parameters (`layout/build/firstCalls.build.ts`). */
interface FirstAddress {
  readonly address: string;
  readonly hasToken: boolean;
  readonly hasLanguage: boolean;
}

/** The calls that the page declares, as the server wrote them into it. */
function declaredCalls(text: string | null | undefined): readonly FirstAddress[] {
  const rows: unknown = JSON.parse(text ?? '[]');
  return !Array.isArray(rows)
    ? []
    : rows.flatMap((row: unknown) => {
        const { address, hasToken, hasLanguage }: Fields = typeof row === 'object' ? { ...row } : {};
        return typeof address === 'string'
          ? [{ address, hasToken: hasToken === true, hasLanguage: hasLanguage === true }]
          : [];
      });
}

/**
 * The addresses of a page's first calls: the profile, the capabilities and what the page declares. If somebody came by an emailed link or
 * opens another person's record, only what the address itself names and what is the facility's is requested so early: what they may see is
 * not known yet, and a refusal would be in the patient's log.
 */
export function firstAddresses(
  { userId, patientId, isOther, facilityId, isLinkUser, language }: Fields,
  declared: readonly FirstAddress[],
  query: string,
): readonly FirstAddress[] {
  const search = new URLSearchParams(query);
  const known: Fields = { userId, patientId, facilityId };
  const plain = (address: string): FirstAddress => ({ address, hasToken: true, hasLanguage: false });
  const ofPage = declared.flatMap(({ address, hasToken, hasLanguage }) => {
    let mayAsk = (isOther !== true && isLinkUser !== true) || !/\{(patient|user)Id\}/.test(address);
    let isWhole = true;
    const filled = address.replace(/\{(\w+)\}/g, (whole, name: string) => {
      if (name === 'language') return String(language);
      const isNamed = !(name in known);
      const value = isNamed ? Number(/^\d{1,15}$/.exec(search.get(name) ?? '')?.[0]) : known[name];
      mayAsk ||= isNamed;
      isWhole &&= isId(value);
      return String(value);
    });
    return isWhole && mayAsk ? [{ address: filled, hasToken, hasLanguage }] : [];
  });
  const ofRecord = isOther === true && isId(patientId) ? `?patientId=${patientId}` : '';
  return [
    plain('/api/patientportaluser/loginprofile'),
    ...(isId(userId) ? [plain(`/api/users/${userId}/capabilities/patientPortal${ofRecord}`)] : []),
    ...ofPage,
  ];
}

const contentOf = (name: string) => document.querySelector(`meta[name="vestibule-${name}"]`)?.getAttribute('content');

function prefetchFirstAnswers(): void {
  // The app was faster and has already made the calls, so its answers are newer.
  if (globalThis.vestibulePrefetched !== undefined) return;
  const asked = new Map<string, PrefetchedAnswer>();
  const config = fieldsOf(contentOf('config'));
  // Calls to another origin are left to the app, which supports them.
  if (config?.['surface'] !== 'portal' || (config['apiOrigin'] ?? '') !== '') return;
  const session = fieldsOf(sessionStorage.getItem('vestibule.portal'));
  const token = tokenOf(session);
  if (token === null) return;
  const facts = {
    ...fieldsOf(sessionStorage.getItem('vestibule.portal.ids')),
    isLinkUser: session?.['loginType'] === 'patientLinkUser',
    language: pageLanguage(),
    facilityId: fieldsOf(JSON.stringify(config['facility']))?.['facilityId'],
  };
  // The vault is read next; opening IndexedDB now saves that time.
  void indexedDB.databases?.().catch(() => undefined);
  const declared = declaredCalls(contentOf('first-calls'));
  for (const { address, hasToken, hasLanguage } of firstAddresses(facts, declared, location.search)) {
    const stop = new AbortController();
    const language = hasLanguage ? pageLanguage() : null;
    const headers = {
      accept: 'application/json',
      ...(hasToken ? { authorization: `Bearer ${token}` } : {}),
      ...(language === null ? {} : { 'x-vestibule-language': language }),
    };
    const response = fetch(address, {
      headers,
      signal: stop.signal,
      cache: 'no-store',
      credentials: 'same-origin',
      redirect: 'error',
      referrerPolicy: 'no-referrer',
    });
    response.catch(() => undefined);
    asked.set(address, { token: hasToken ? token : null, language, at: performance.now(), response, stop });
  }
  globalThis.vestibulePrefetched = asked;
  // The first one that a page makes takes a slow phone a tenth of a second; now it only waits for the app's files.
  new Intl.DateTimeFormat(pageLanguage()).format();
}

if (typeof document !== 'undefined') {
  try {
    prefetchFirstAnswers();
  } catch {
    // If session storage refuses, the app makes the calls later.
  }
}
