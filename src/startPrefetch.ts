import type { PrefetchedAnswer } from './data/prefetched.ts';

/**
 * Prefetches the first answers of a page with a session before anything else of the app has loaded. It is a start script of its
 * own, which the server puts into the page of a deep link. It imports nothing, because it would have to wait for that;
 * `startPrefetch.test.ts` compares its addresses with the contract.
 */
type Fields = Readonly<Record<string, unknown>>;

/** Read by hand, because schemas load with the calls. Where something is not as expected, nothing is prefetched. */
function fieldsOf(text: string | null | undefined): Fields | null {
  try {
    const read: unknown = JSON.parse(text ?? '');
    return typeof read === 'object' && read !== null ? { ...read } : null;
  } catch {
    return null;
  }
}

/** The access token, while it has not run out by the device's clock; the server has the last word. */
function tokenOf(session: Fields | null): string | null {
  const { access, lifetime, receivedAt } = session ?? {};
  if (typeof access !== 'string' || typeof lifetime !== 'number' || typeof receivedAt !== 'number') return null;
  const age = Date.now() - receivedAt;
  return age >= 0 && age < lifetime ? access : null;
}

/** The language that the page will most likely be in; the app asks again where it is another. */
const pageLanguage = (): string =>
  sessionStorage.getItem('vestibule.accountLanguage') ??
  localStorage.getItem('vestibule.language') ??
  navigator.language.slice(0, 2);

const isId = (value: unknown): value is number => typeof value === 'number' && Number.isInteger(value) && value > 0;

/** The addresses of what a page will ask first: who it is, what they may see and, for a questionnaire, itself. */
export function firstAddresses(ids: Fields | null, path: string, query: string): readonly string[] {
  const { userId, patientId, isOther } = ids ?? {};
  const assigned = new URLSearchParams(query).get('assignedQuestionnaireId') ?? '';
  const isQuestionnaire = path.toLowerCase() === '/complete-questionnaire' && /^\d{1,15}$/.test(assigned);
  return [
    ...(isQuestionnaire && isId(patientId)
      ? [`/api/patients/${patientId}/assignedquestionnaires/${Number(assigned)}`]
      : []),
    '/api/patientportaluser/loginprofile',
    ...(isId(userId)
      ? [
          `/api/users/${userId}/capabilities/patientPortal${isOther === true && isId(patientId) ? `?patientId=${patientId}` : ''}`,
        ]
      : []),
  ];
}

function prefetchFirstAnswers(): void {
  // The app was quicker and has asked already: its own answers are newer than these would be.
  if (globalThis.vestibulePrefetched !== undefined) return;
  const asked = new Map<string, PrefetchedAnswer>();
  const config = fieldsOf(document.querySelector('meta[name="vestibule-config"]')?.getAttribute('content'));
  // Calls to another origin are left to the code that knows how.
  if (config?.['surface'] !== 'portal' || (config['apiOrigin'] ?? '') !== '') return;
  const token = tokenOf(fieldsOf(sessionStorage.getItem('vestibule.portal')));
  if (token === null) return;
  const ids = fieldsOf(sessionStorage.getItem('vestibule.portal.ids'));
  // The vault is read next; opening IndexedDB now saves that time.
  void indexedDB.databases?.().catch(() => undefined);
  for (const address of firstAddresses(ids, location.pathname, location.search)) {
    const stop = new AbortController();
    const language = address.includes('/assignedquestionnaires/') ? pageLanguage() : null;
    const headers = {
      accept: 'application/json',
      authorization: `Bearer ${token}`,
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
    asked.set(address, { token, language, at: performance.now(), response, stop });
  }
  globalThis.vestibulePrefetched = asked;
}

if (typeof document !== 'undefined') {
  try {
    prefetchFirstAnswers();
  } catch {
    // A storage that refuses: then the app asks, later.
  }
}
