import { expect, test } from 'vitest';
import { questionOf } from './subject.ts';

test('every kind of answer to a questionnaire is given out in words', () => {
  const answer = [
    { valueCoding: { system: 'urn:s', code: 'x', display: 'Often' } },
    { valueCoding: { code: 'x' } },
    { valueQuantity: { value: 2.5, unit: 'kg', code: 'kg' } },
    { valueInteger: 0 },
    { valueBoolean: false },
    { valueDate: '2026-11-24' },
    { valueReference: { display: 'My mother' } },
    { valueAttachment: { contentType: 'image/png', title: 'photo.png', size: 1, data: 'AA==' } },
  ];
  expect(questionOf({ linkId: 'a', text: 'What?', answer })).toEqual({
    Text: 'What?',
    Answer: [
      'Often',
      'x',
      '2.5 kg',
      0,
      false,
      '2026-11-24',
      'My mother',
      { Title: 'photo.png', ContentType: 'image/png', Base64: 'AA==' },
    ],
    Question: [],
    Signature: [],
  });
});
