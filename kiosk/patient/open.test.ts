import {
  AssignedQuestionnaireSummary,
  contractVersion,
  ownContactDetails,
  PatientId,
  RecordedContactDetails,
  versionHeader,
} from '@portal/api';
import * as v from 'valibot';
import { afterAll, beforeEach, expect, test, vi } from 'vitest';
import { questionnaireOf, textQuestion } from '../../tests/apps/data/questionnaire.ts';

const patientId = v.parse(PatientId, 11);
const questionnaire = (id: number) =>
  questionnaireOf([textQuestion], { assignedQuestionnaireId: id, templateTitle: `Number ${id}` });
const summaryOf = (id: number) =>
  v.parse(AssignedQuestionnaireSummary, { ...questionnaire(id), answeredCount: 0, questionCount: 1 });

/** What the facility's server does with a request: the method, and the rest of the path after the patient's questionnaires. */
let answer: (method: string, path: string) => Promise<Response>;
const json = (body: unknown) => Response.json(body, { headers: { [versionHeader]: String(contractVersion) } });
const noConnection = () => Promise.reject(new TypeError('no connection'));
const saved: unknown[] = [];
const usual = (method: string, path: string): Promise<Response> => {
  if (method === 'PUT') return Promise.resolve(json({}));
  const id = /(\d+)$/.exec(path)?.[1];
  return Promise.resolve(json(id === undefined ? [summaryOf(5), summaryOf(6)] : questionnaire(Number(id))));
};

vi.stubGlobal('sessionStorage', { getItem: () => null, setItem: () => undefined, removeItem: () => undefined });
vi.stubGlobal('window', new EventTarget());
vi.stubGlobal('document', {
  visibilityState: 'hidden',
  documentElement: { dataset: { surface: 'kiosk' } },
  querySelector: () => null,
});
vi.stubGlobal('fetch', async (url: string, { method = 'GET', body }: RequestInit) => {
  const [, path = ''] = /assignedquestionnaires(.*)$/i.exec(url) ?? [];
  const given = await answer(method, path);
  if (path.endsWith('/draft') && typeof body === 'string') saved.push(JSON.parse(body));
  return given;
});
vi.resetModules();
const { tokens } = await import('../../src/data/http.ts');
const { wipeDrafts } = await import('../../src/data/drafts/kiosk.ts');
const { goTo, leaveEnded, openQuestionnaire, openTheOnly, translateVisit } = await import('./open.ts');
const { fateOf } = await import('./fate.ts');
const { sendConfirmation } = await import('../checkIn/checkIn.ts');
const { checkInOf } = await import('../checkIn/state.ts');
const { beginVisit, changeOpenQuestionnaire, changeVisit, currentVisit, finishReason, endVisit, remaining } =
  await import('./visit.ts');
tokens().adopt({ access_token: 'a', refresh_token: 'r', expires_in: 300, token_type: 'Bearer' }, 'patientKioskUser');

// The next file of this process is no kiosk, and has no visit and no draft.
afterAll(() => {
  wipeDrafts();
  endVisit();
  vi.resetModules();
});
beforeEach(() => {
  saved.splice(0);
  answer = usual;
  wipeDrafts();
  beginVisit(patientId, 'Runa N.');
  changeVisit({ due: [summaryOf(5), summaryOf(6)] });
});

function open() {
  const now = currentVisit()?.open;
  if (!now) throw new Error('nothing is open');
  return now;
}
const say = (textAnswer: string) => {
  const { sheet } = open();
  for (const { questionnaireItemId } of sheet.items)
    sheet.change(questionnaireItemId, [{ questionnaireItemId, textAnswer }]);
};
const texts = () => open().handle.answers.map(({ textAnswer }) => textAnswer);

test('another questionnaire does not take the place of one whose answers cannot be saved now', async () => {
  await openQuestionnaire(summaryOf(5));
  answer = noConnection;
  say('Since Monday');
  await expect(openQuestionnaire(summaryOf(6))).rejects.toThrow('offline');
  expect([open().title, texts()]).toEqual(['Number 5', ['Since Monday']]);
  // The patient goes on with it, and it is saved when the connection is back.
  await openQuestionnaire(summaryOf(5));
  expect(texts()).toEqual(['Since Monday']);
  answer = usual;
  await openQuestionnaire(summaryOf(6));
  expect(open().title).toBe('Number 6');
  expect(saved).toEqual([
    expect.objectContaining({ answers: [expect.objectContaining({ textAnswer: 'Since Monday' })] }),
  ]);
});

test('the language changes without losing the answers that are given meanwhile, and not at all where the questions do not come', async () => {
  await openQuestionnaire(summaryOf(5));
  say('Since');
  const before = open().handle;
  // The patient types between the request and its answer.
  answer = async (method, path) => {
    if (method === 'GET' && path === '/5') say('Since Monday');
    return usual(method, path);
  };
  await translateVisit();
  expect(open().handle).not.toBe(before);
  expect(texts()).toEqual(['Since Monday']);

  answer = (method, path) => (method === 'GET' && path === '/5' ? noConnection() : usual(method, path));
  await expect(translateVisit()).rejects.toThrow('offline');
  say('Since Monday evening');
  expect(texts()).toEqual(['Since Monday evening']);
  expect(open().sending).toBe('none');
  open().wish.press();
  expect(open().sending).toBe('sending');
});

/** Presses Send, and gives the way to answer the request. */
async function beginSending(): Promise<(given: Response) => void> {
  let respond = (_given: Response): void => undefined;
  const sends = new Promise<void>((begun) => {
    answer = (method, path) => {
      if (method !== 'PUT' || path.endsWith('/draft')) return usual(method, path);
      begun();
      return new Promise((resolve) => {
        respond = resolve;
      });
    };
  });
  open().wish.press();
  await sends;
  return (given) => respond(given);
}

test('what is being sent is not dropped before the answer, and is saved where it was not taken', async () => {
  for (const leave of [() => openQuestionnaire(summaryOf(6)), () => open().handle.flush()]) {
    saved.splice(0);
    await openQuestionnaire(summaryOf(5));
    say('Since Monday');
    const respond = await beginSending();
    const left = leave();
    respond(Response.json({ error: 'bad_request' }, { status: 400 }));
    await left;
    expect(saved).toEqual([
      expect.objectContaining({ answers: [expect.objectContaining({ textAnswer: 'Since Monday' })] }),
    ]);
  }
});

test('a visit that ends during the sending tells that the answers were sent', async () => {
  await openQuestionnaire(summaryOf(5));
  say('Since Monday');
  const { answers } = open().handle;
  const respond = await beginSending();
  const flushed = open().handle.flush();
  respond(json({ ...questionnaire(5), statusDescription: 'Completed', patientQuestionAnswerList: answers }));
  await flushed;
  const visit = currentVisit();
  expect(visit && fateOf(visit)).toBe('sent');
});

test('what the patient goes back to change is not sent by the try that is under way', async () => {
  vi.useFakeTimers();
  try {
    await openQuestionnaire(summaryOf(5));
    say('Since Monday');
    let tries = 0;
    answer = (method, path) => {
      if (method !== 'PUT' || path.endsWith('/draft')) return usual(method, path);
      tries += 1;
      return noConnection();
    };
    const until = async (count: number) => {
      for (let step = 0; step < 200 && tries < count; step += 1) await vi.advanceTimersByTimeAsync(100);
    };
    open().wish.press();
    await until(4);
    expect([tries, open().sending]).toEqual([4, 'waiting']);
    goTo({ kind: 'question', index: 0 });
    await vi.advanceTimersByTimeAsync(20_000);
    expect([tries, open().sending, texts()]).toEqual([4, 'none', ['Since Monday']]);
  } finally {
    vi.useRealTimers();
  }
});

test('a questionnaire that the facility has closed is neither sent nor a draft for later, and leaves the list', async () => {
  await openQuestionnaire(summaryOf(5));
  say('Since Monday');
  await open().handle.flush();
  const respond = await beginSending();
  const ended = vi.waitFor(() => expect(open().ending?.kind).toBe('noLongerOpen'));
  respond(Response.json({ error: 'no_longer_open' }, { status: 409 }));
  await ended;
  answer = usual;
  const fate = () => {
    const visit = currentVisit();
    return visit && fateOf(visit);
  };
  expect(fate()).toBeNull();
  leaveEnded();
  await vi.waitFor(() => expect(currentVisit()?.open).toBeNull());
  const visit = currentVisit();
  expect(visit && [remaining(visit).map(({ templateTitle }) => templateTitle), [...visit.sent]]).toEqual([
    ['Number 6'],
    [],
  ]);
});

test('where several were due, Back leads to the list also when only one of them is left', async () => {
  expect(await openTheOnly()).toBe(false);
  await openQuestionnaire(summaryOf(5));
  changeOpenQuestionnaire({ ending: { kind: 'noLongerOpen' } });
  leaveEnded();
  await openQuestionnaire(summaryOf(6));
  expect([currentVisit()?.due?.length, currentVisit()?.hasList]).toEqual([1, true]);
});

test('details that the facility does not ask for any more stay on the page, which says so, until the patient goes on', async () => {
  const nothing = Object.fromEntries(ownContactDetails.map((name) => [name, null]));
  const contact = { recorded: v.parse(RecordedContactDetails, nothing), asked: {} };
  changeVisit({ checkIn: checkInOf({ visits: [], contact }) });
  answer = () =>
    Promise.resolve(
      Response.json({ error: 'not_found' }, { status: 404, headers: { [versionHeader]: String(contractVersion) } }),
    );
  expect(await sendConfirmation()).toBe('changed');
  expect(currentVisit()?.checkIn?.contact).toEqual(contact);
});

test('a visit is finished with thanks only where everything was sent', () => {
  const reasonAfter = (...sent: readonly number[]) => {
    changeVisit({ sent: new Set(sent.map((id) => summaryOf(id).assignedQuestionnaireId)) });
    const visit = currentVisit();
    return visit && finishReason(visit);
  };
  expect([reasonAfter(), reasonAfter(5), reasonAfter(5, 6)]).toEqual(['left', 'left', 'finished']);
});

test('what is being sent is not changed meanwhile', async () => {
  await openQuestionnaire(summaryOf(5));
  say('Since Monday');
  goTo({ kind: 'check' });
  const respond = await beginSending();
  goTo({ kind: 'question', index: 0 });
  expect(open().place).toEqual({ kind: 'check' });
  respond(Response.json({ error: 'bad_request' }, { status: 400 }));
  await open().handle.flush();
  goTo({ kind: 'question', index: 0 });
  expect(open().place).toEqual({ kind: 'question', index: 0 });
});
