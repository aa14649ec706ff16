import type { AskedEarly } from './data/askedEarly.ts';

/**
 * The first questions of a page with a session, asked before anything else of the app has arrived: a start script of its own,
 * which the server puts into the page of a deep link. It imports nothing, because what it waited for would be its loss; its
 * addresses are held to the contract by `early.test.ts`.
 */
type Fields = Readonly<Record<string, unknown>>;

/** Read by hand: the schemas arrive with the calls, and whatever is not as expected only means that nothing is asked early. */
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

const isId = (value: unknown): value is number => typeof value === 'number' && Number.isInteger(value) && value > 0;

/** The addresses of what a page will ask first: who it is, what they may see and, for a questionnaire, itself. */
export function firstAddresses(ids: Fields | null, path: string, query: string): readonly string[] {
  const { userId, patientId, isOther } = ids ?? {};
  const assigned = new URLSearchParams(query).get('assignedQuestionnaireId') ?? '';
  const isQuestionnaire = path.toLowerCase() === '/complete-questionnaire' && /^\d{1,15}$/.test(assigned);
  return [
    ...(isQuestionnaire && isId(patientId) ? [`/api/patients/${patientId}/assignedquestionnaires/${Number(assigned)}`] : []),
    '/api/patientportaluser/loginprofile',
    ...(isId(userId) ? [`/api/users/${userId}/capabilities/patientPortal${isOther === true && isId(patientId) ? `?patientId=${patientId}` : ''}`] : []),
  ];
}

function askEarly(): void {
  const asked = new Map<string, AskedEarly>();
  const config = fieldsOf(document.querySelector('meta[name="vestibule-config"]')?.getAttribute('content'));
  // Calls to another origin are left to the code that knows how.
  if (config?.['surface'] !== 'portal' || (config['apiOrigin'] ?? '') !== '') return;
  const token = tokenOf(fieldsOf(sessionStorage.getItem('vestibule.portal')));
  if (token === null) return;
  const ids = fieldsOf(sessionStorage.getItem('vestibule.portal.ids'));
  // What the device keeps is looked up next; the browser's store takes a moment to wake up.
  void indexedDB.databases?.().catch(() => undefined);
  for (const address of firstAddresses(ids, location.pathname, location.search)) {
    const stop = new AbortController();
    const headers = { accept: 'application/json', authorization: `Bearer ${token}` };
    const response = fetch(address, { headers, signal: stop.signal, cache: 'no-store', credentials: 'same-origin', redirect: 'error', referrerPolicy: 'no-referrer' });
    response.catch(() => undefined);
    asked.set(address, { token, at: performance.now(), response, stop });
  }
  globalThis.vestibuleAsked = asked;
}

if (typeof document !== 'undefined') {
  try {
    askEarly();
  } catch {
    // A storage that refuses: then the app asks, later.
  }
}
