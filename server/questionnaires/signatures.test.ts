import {
  type Answer,
  type AssignedQuestionnaireId,
  formOf,
  getQuestionnaire,
  IdempotencyKey,
  languageHeader,
  PatientId,
  putDraft,
  type Signature,
  submitQuestionnaire,
  TemplateRevised,
  SignatureMismatch,
  Instant,
  type SignatureMark,
} from '@portal/api';
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { asQuestionnaire, type FacilitySide, facilitySide } from '../../tests/server/questionnaires.ts';
import { type Browser, startTestServer, type TestServer } from '../../tests/server/facilityServer.ts';
import { signed } from '../../tests/support/signatures.ts';

let server: TestServer;
let facility: FacilitySide;
let patient: Browser;
let patientId: PatientId;

beforeAll(async () => {
  server = await startTestServer();
  facility = facilitySide(server.databaseUrl);
  patient = await server.signedIn('patient');
  patientId = v.parse(PatientId, (await server.ids('patient')).patientId);
});
afterAll(async () => {
  await facility?.end();
  await server?.stop();
});

const newKey = () => v.parse(IdempotencyKey, crypto.randomUUID());
const params = (assignedQuestionnaireId: AssignedQuestionnaireId) => ({ patientId, assignedQuestionnaireId });

/** A consent in two languages, opened in English. */
async function opened(language = 'en') {
  const templateId = await facility.template({
    sourceKey: `urn:test:consent:${crypto.randomUUID()}`,
    title: 'Consent',
    language: 'en',
    items: [
      { key: 'photos', type: 'BooleanQuestion', html: 'May we take photos?', isRequired: true },
      {
        key: 'signature',
        type: 'SignatureQuestion',
        html: 'Your signature',
        isRequired: true,
        signsKey: null,
        signatureTypes: [],
      },
    ],
    translations: { es: { title: 'Consentimiento', items: { photos: { html: '¿Podemos tomar fotos?' } } } },
  });
  const id = await facility.assign(patientId, templateId);
  const headers = { [languageHeader]: language };
  const questionnaire = asQuestionnaire((await patient.call(getQuestionnaire, { params: params(id), headers })).body);
  const [photos] = questionnaire.questionnaireItems;
  if (!photos) throw new Error('no question');
  const said = (isChecked: boolean): Answer[] => [{ questionnaireItemId: photos.questionnaireItemId, isChecked }];
  const form = formOf(questionnaire);
  return { id, templateId, said, sign: (answers: Answer[], mark?: SignatureMark) => signed(form, answers, mark) };
}
const submit = (id: AssignedQuestionnaireId, answers: readonly Answer[], language = 'en') =>
  patient.call(submitQuestionnaire, {
    params: params(id),
    headers: { 'idempotency-key': newKey(), [languageHeader]: language },
    body: { templateRevision: 1, patientQuestionAnswerList: [...answers] },
  });
const signatureIn = (answers: readonly Answer[]): Signature => {
  const found = answers.find(({ signature }) => signature !== undefined)?.signature;
  if (!found) throw new Error('not signed');
  return found;
};
const withSignature = (answers: readonly Answer[], change: (own: Signature) => Signature): Answer[] =>
  answers.map((answer) => (answer.signature ? { ...answer, signature: change(answer.signature) } : answer));

describe('a signed questionnaire', () => {
  it('keeps what was signed, by whom and when, and the audit has its hash', async () => {
    const { id, said, sign } = await opened();
    const sheet = sign(said(true), { kind: 'drawn', strokes: [[10, 20, 300, 200]] });
    const reply = await submit(id, sheet);
    expect(reply.status, reply.text).toBe(200);
    const kept = signatureIn(asQuestionnaire(reply.body).patientQuestionAnswerList);
    const name = v.parse(
      v.string(),
      (
        await server.query('select first_name || $2 || last_name as name from patients where id = $1', [patientId, ' '])
      )[0]?.['name'],
    );
    expect(kept).toEqual({ ...signatureIn(sheet), signer: { role: 'patient', name } });
    expect(kept.signedText).toEqual({
      language: 'en',
      parts: [
        { text: 'Consent', answers: [] },
        { text: 'May we take photos?', answers: ['true'] },
        { text: 'Your signature', answers: [] },
      ],
    });
    const rows = await server.query(
      "select detail ->> 'hash' as hash, detail ->> 'mark' as mark from audit_events where type = 'questionnaire.signed' and (detail ->> 'assignedQuestionnaireId')::bigint = $1",
      [id],
    );
    expect(rows).toEqual([{ hash: kept.hash, mark: 'drawn' }]);
  });

  it('is not taken without the signature, nor when the person says who signed', async () => {
    const { id, said, sign } = await opened();
    expect(await submit(id, said(true))).toMatchObject({
      status: 422,
      body: { error: 'answers_invalid', faults: [{ fault: 'notSigned' }] },
    });
    const claimed = withSignature(sign(said(true)), (own) => ({
      ...own,
      signer: { role: 'representative', name: 'Somebody Else' },
    }));
    const reply = await submit(id, claimed);
    expect(reply.status).toBe(200);
    expect(signatureIn(asQuestionnaire(reply.body).patientQuestionAnswerList).signer?.role).toBe('patient');
  });

  it('is refused when an answer, the text or the hash is not what was signed, with the questions to sign again', async () => {
    const { id, templateId, said, sign } = await opened();
    const sheet = sign(said(true));
    const mismatch = { status: 409, body: { error: 'signature_mismatch' } };
    const changed = [...said(false), ...sheet.filter(({ signature }) => signature !== undefined)];
    const refused = await submit(id, changed);
    expect(refused).toMatchObject(mismatch);
    expect(v.parse(SignatureMismatch, refused.body).questionnaire.assignedQuestionnaireId).toBe(id);
    expect(v.is(TemplateRevised, refused.body)).toBe(false);
    expect(
      await submit(
        id,
        withSignature(sheet, (own) => ({ ...own, hash: 'a'.repeat(64) })),
      ),
    ).toMatchObject(mismatch);
    const reworded = (own: Signature): Signature => ({
      ...own,
      signedText: { ...own.signedText, parts: own.signedText.parts.map((part) => ({ ...part, text: 'Other words' })) },
    });
    expect(await submit(id, withSignature(sheet, reworded))).toMatchObject(mismatch);
    expect(
      await server.query('select status from assigned_questionnaires where id = $1 and template_id = $2', [
        id,
        templateId,
      ]),
    ).toEqual([{ status: 'Started' }]);
    expect((await submit(id, sheet)).status).toBe(200);
  });

  it('is compared in the language in which it was signed, whatever the language of the page is when it is sent', async () => {
    const { id, said, sign } = await opened('es');
    const sheet = sign(said(true));
    expect(signatureIn(sheet).signedText).toMatchObject({
      language: 'es',
      parts: [{ text: 'Consentimiento' }, { text: '¿Podemos tomar fotos?' }, {}],
    });
    const reply = await submit(id, sheet, 'en');
    expect(reply.status, reply.text).toBe(200);
  });

  it('waits in a draft as it is, and what is no drawing is no signature', async () => {
    const { id, said, sign } = await opened();
    const sheet = sign(said(true));
    const body = (answers: readonly Answer[]) => ({
      templateRevision: 1,
      answers: [...answers],
      savedAt: v.parse(Instant, new Date().toISOString()),
    });
    expect((await patient.call(putDraft, { params: params(id), body: body(sheet) })).status).toBe(204);
    const draft = asQuestionnaire((await patient.call(getQuestionnaire, { params: params(id) })).body).draft;
    expect(draft?.answers).toEqual(sheet);
    const wild = withSignature(sheet, (own) => ({ ...own, mark: { kind: 'drawn', strokes: [[5000, -1]] } }));
    expect((await patient.call(putDraft, { params: params(id), body: body(wild) })).status).toBe(400);
  });
});
