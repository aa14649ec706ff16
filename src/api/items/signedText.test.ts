import { createHash } from 'node:crypto';
import fc from 'fast-check';
import * as v from 'valibot';
import { beforeAll, describe, expect, it } from 'vitest';
import { signed } from '../../../tests/support/signatures.ts';
import { type Answer, faultsOf, type Form, loadSignedTexts, QuestionnaireItem, Signature, slotOf } from '../index.ts';
import { canonicalForm, hashOf, textToSign } from './signedText.ts';

beforeAll(loadSignedTexts);

const text = { questionnaireItemType: 'TextQuestion', isMultiline: false, maxLength: 100 };
const signature = { questionnaireItemType: 'SignatureQuestion', isRequired: true, signatureTypes: [] };
const items = (...fields: readonly object[]): readonly QuestionnaireItem[] =>
  fields.map((one, index) =>
    v.parse(QuestionnaireItem, {
      questionnaireItemId: index + 1,
      sortOrder: index + 1,
      questionMatrixGuid: null,
      formattedText: `Text ${index + 1}`,
      isRequired: false,
      ...one,
    }),
  );
const id = (form: Form, nth: number) => {
  const item = form.items[nth - 1];
  if (!item) throw new Error('no such item');
  return item.questionnaireItemId;
};

/** A question outside, a group with one inside that is signed, and a signature of everything. */
const form: Form = {
  title: 'Consent',
  language: 'en',
  items: items(
    text,
    { questionnaireItemType: 'QuestionGroup', occurs: null, layout: 'list' },
    { ...text, parentItemId: 2 },
    { ...signature, parentItemId: 2, signs: 2 },
    { ...signature, signs: null },
  ),
};
const said = (outside: string, inside: string): Answer[] => [
  ...(outside === '' ? [] : [{ questionnaireItemId: id(form, 1), textAnswer: outside }]),
  ...(inside === '' ? [] : [{ questionnaireItemId: id(form, 3), textAnswer: inside }]),
];
const voided = (of: Form, answers: readonly Answer[]) =>
  faultsOf(of, answers).flatMap(({ fault, questionnaireItemId }) =>
    fault.kind === 'signatureVoid' ? [Number(questionnaireItemId)] : [],
  );
const words = fc.string({ unit: 'grapheme', maxLength: 20 }).filter((one) => one === '' || one.trim() !== '');
const signatures = (answers: readonly Answer[]) => answers.filter(({ signature: own }) => own !== undefined);

describe('what is signed', () => {
  it('is every text and answer that the signature covers, word for word', () => {
    const answers = said('out', 'in');
    expect(textToSign(form, answers, slotOf(id(form, 4)))).toEqual({
      language: 'en',
      parts: [
        { text: 'Text 2', answers: [] },
        { text: 'Text 3', answers: ['in'] },
        { text: 'Text 4', answers: [] },
      ],
    });
    expect(textToSign(form, answers, slotOf(id(form, 5)))?.parts).toEqual([
      { text: 'Consent', answers: [] },
      { text: 'Text 1', answers: ['out'] },
      { text: 'Text 2', answers: [] },
      { text: 'Text 3', answers: ['in'] },
      { text: 'Text 5', answers: [] },
    ]);
  });

  it('has the same hash in a browser and on the server', async () => {
    await fc.assert(
      fc.asyncProperty(words, words, async (outside, inside) => {
        const signedText = textToSign(form, said(outside, inside), slotOf(id(form, 5)));
        if (signedText === null) throw new Error('nothing to sign');
        const ours = createHash('sha256').update(canonicalForm(signedText), 'utf8').digest('hex');
        expect(await hashOf(signedText)).toBe(ours);
      }),
    );
  });

  it('is void after any change of an answer that it covers, and after no other', () => {
    fc.assert(
      fc.property(words, words, words, words, (outside, inside, nextOutside, nextInside) => {
        const before = signed(form, said(outside, inside));
        expect(voided(form, before)).toEqual([]);
        const after = [...said(nextOutside, nextInside), ...signatures(before)];
        const isInside = nextInside !== inside;
        expect(voided(form, after)).toEqual([
          ...(isInside ? [4] : []),
          ...(isInside || nextOutside !== outside ? [5] : []),
        ]);
      }),
    );
  });

  it('is void when a text, the title or the language is another one', () => {
    const answers = signed(form, said('a', 'b'));
    expect(voided({ ...form, title: 'Other' }, answers)).toEqual([5]);
    expect(voided({ ...form, language: 'es' }, answers)).toEqual([4, 5]);
    const changed = form.items.map((item) =>
      item.questionnaireItemId === id(form, 3) ? { ...item, formattedText: 'Reworded' } : item,
    );
    expect(voided({ ...form, items: changed }, answers)).toEqual([4, 5]);
  });

  it('in a row is the row, and an empty row changes nothing', () => {
    const inRows: Form = {
      items: items(
        { questionnaireItemType: 'QuestionGroup', occurs: { least: 0, most: null }, layout: 'list' },
        { ...text, parentItemId: 1 },
        { ...signature, parentItemId: 1, signs: 1 },
        { ...signature, signs: null },
      ),
    };
    const rows = (...numbers: number[]): Answer => ({ questionnaireItemId: id(inRows, 1), rows: numbers });
    const row = (number: number, textAnswer: string): Answer => ({
      questionnaireItemId: id(inRows, 2),
      rowPath: [number],
      textAnswer,
    });
    const two = signed(inRows, [rows(1, 2), row(1, 'one'), row(2, 'two')]);
    expect(voided(inRows, two)).toEqual([]);
    expect(voided(inRows, [rows(1, 2), row(1, 'one'), row(2, 'other'), ...signatures(two)])).toEqual([3, 4]);
    const one = [rows(1), row(1, 'one')];
    const own = signatures(signed(inRows, one)).filter(({ rowPath }) => rowPath === undefined);
    expect(voided(inRows, [rows(1, 2), row(1, 'one'), ...own])).toEqual([]);
  });

  it('is asked for where it is missing', () => {
    expect(faultsOf(form, said('a', 'b')).map(({ fault }) => fault.kind)).toEqual(['notSigned', 'notSigned']);
  });
});

describe('a drawn signature', () => {
  const parsed = (strokes: readonly (readonly number[])[]) =>
    v.safeParse(Signature.entries.mark, { kind: 'drawn', strokes }).success;

  it('is numbers within the field, and not too many', () => {
    expect(parsed([[0, 0, 1000, 400]])).toBe(true);
    expect(parsed([])).toBe(false);
    expect(parsed([[1]])).toBe(false);
    expect(parsed([[1, 2, 3]])).toBe(false);
    expect(parsed([[0, 1001]])).toBe(false);
    expect(parsed([[0.5, 1]])).toBe(false);
    expect(parsed(Array.from({ length: 3 }, () => Array.from({ length: 2002 }, () => 1)))).toBe(false);
  });
});
