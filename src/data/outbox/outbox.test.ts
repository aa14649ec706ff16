import { AssignedQuestionnaireId, contractVersion, PatientId, versionHeader } from '@portal/api';
import * as v from 'valibot';
import { afterAll, expect, test, vi } from 'vitest';
import { questionnaireOf, textQuestion } from '../../../tests/apps/data/questionnaire.ts';
import { signedInDevice } from '../../../tests/apps/data/signedInDevice.ts';

vi.stubGlobal('sessionStorage', { getItem: () => null, setItem: () => undefined, removeItem: () => undefined });
let give: (answer: unknown) => void = () => undefined;
const asked: string[] = [];
vi.stubGlobal('fetch', async (_: string, { method = 'GET' }: RequestInit) => {
  asked.push(method);
  const answer = await new Promise((resolve) => (give = resolve));
  return Response.json(answer, { headers: { [versionHeader]: String(contractVersion) } });
});
vi.resetModules();
const { vaultOf } = await signedInDevice();
const { deviceKeeper } = await import('../vault/keeper.ts');
const { blankDraft, draftPlace, formPlace, splitRecord } = await import('../drafts/record.ts');
const { unsentDrafts } = await import('../drafts/waitingDrafts.ts');
const { sendAllNow } = await import('./outbox.ts');
afterAll(() => vi.resetModules());

const patientId = v.parse(PatientId, 11);
const id = v.parse(AssignedQuestionnaireId, 5);
const questionnaire = questionnaireOf([textQuestion], { assignedQuestionnaireId: id });

test.each<[string, boolean]>([
  ['is shown to who gave them', false],
  ['is not shown to the next person, whose session began before it came', true],
])('what the facility says about answers %s', async (_, isNextPerson) => {
  asked.splice(0);
  const [question] = questionnaire.questionnaireItems;
  const answers = question ? [{ questionnaireItemId: question.questionnaireItemId, textAnswer: 'Low' }] : [];
  const [first, second] = [await vaultOf(7), await vaultOf(8)];
  first.signIn();
  const { draft, form } = splitRecord({
    ...blankDraft(questionnaire, patientId, 1_800_000_000_000, null),
    answers,
    submission: 'waiting',
  });
  const { lease } = await first.vault.acquireLease(draftPlace(patientId, id));
  await first.vault.write(formPlace(patientId, id), null, form);
  await first.vault.write(draftPlace(patientId, id), lease, draft);
  const sending = unsentDrafts.send(first.vault);
  await vi.waitFor(() => expect(asked).toEqual(['PUT']));
  if (isNextPerson) {
    await deviceKeeper.lock();
    second.signIn();
  }
  const leased = vi.spyOn(isNextPerson ? second.vault : first.vault, 'acquireLease');
  give({
    ...questionnaire,
    statusDescription: 'Completed',
    patientQuestionAnswerList: answers,
    alertMessages: ['Call 988.'],
  });
  await sending;
  expect(leased.mock.calls).toEqual(isNextPerson ? [] : [['alert/11/5']]);
});

test('what begins to wait while the outbox sends something else is looked at after that', async () => {
  (await vaultOf(7)).signIn();
  const ends: (() => void)[] = [];
  const send = vi
    .spyOn(unsentDrafts, 'send')
    .mockImplementation(() => new Promise((resolve) => ends.push(() => resolve(true))));
  const first = sendAllNow();
  await vi.waitFor(() => expect(ends).toHaveLength(1));
  const others = [sendAllNow(), sendAllNow()];
  // By then both have joined.
  await new Promise((resolve) => setImmediate(resolve));
  ends[0]?.();
  await first;
  await vi.waitFor(() => expect(ends).toHaveLength(2));
  ends[1]?.();
  const nothing = { questionnaires: 0, messages: 0 };
  expect(await Promise.all(others)).toEqual([nothing, nothing]);
  expect(send).toHaveBeenCalledTimes(2);
});
