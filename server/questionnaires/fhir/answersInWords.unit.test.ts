import { submittedAnswers } from '@portal/api';
import { describe, expect, it } from 'vitest';
import { responseFaults } from '../../../tests/support/fhir/check.ts';
import { defaultSettings } from './reading.ts';
import { answersOf, draftOf, readingOf, respond, saved } from '../../../tests/server/fhirForms.ts';

const inWords = { ...defaultSettings, answersInWords: true };
const sdc = 'http://hl7.org/fhir/uv/sdc/StructureDefinition/sdc-questionnaire-';
const asking = (...item: readonly object[]) => ({
  resourceType: 'Questionnaire',
  url: 'https://instruments.example/Questionnaire/in-words',
  title: 'T',
  status: 'active',
  item,
});
const illness = {
  linkId: 'ill',
  type: 'choice',
  text: 'Which illness?',
  answerValueSet: 'https://elsewhere.example/ValueSet/illnesses',
};
const coding = { system: 'https://elsewhere.example/codes', code: 'flu' };
const when = (operator: string, answer: object) => ({
  linkId: 'since',
  type: 'string',
  text: 'Since when?',
  enableWhen: [{ question: 'ill', operator, ...answer }],
});
const calculated = {
  linkId: 'said',
  type: 'string',
  text: 'You said',
  readOnly: true,
  extension: [
    {
      url: `${sdc}calculatedExpression`,
      valueExpression: {
        language: 'text/fhirpath',
        expression: "%resource.item.where(linkId='ill').answer.value.display.first()",
      },
    },
  ],
};

describe('a choice whose options are nowhere to be had', () => {
  it('is refused, and told how it could be asked', () => {
    const reading = readingOf(asking(illness));
    expect(reading.kind === 'refused' ? reading.refusals : reading).toEqual([
      {
        place: 'item[0] (linkId "ill")',
        reason:
          "its options are in https://elsewhere.example/ValueSet/illnesses, which is not in the file; a file of this value set beside it, or among the facility's value sets, gives them; with --answer-in-words it is asked in the person's own words",
      },
    ]);
  });

  it("is asked in the person's own words where the operator wants it, and goes out as a coding without a code", () => {
    const file = asking(illness, calculated);
    const reading = readingOf(file, inWords);
    expect(reading.notes.map(({ reason }) => reason)).toEqual([
      expect.stringContaining("it is asked in the person's own words, as was asked"),
      'it looks at "ill", whose answers in the person\'s own words have no code',
    ]);
    const draft = draftOf(file, inWords);
    expect(draft.items[0]).toMatchObject({ type: 'TextQuestion', isMultiline: false });
    const said = { ill: { text: 'Hay fever' } };
    const response = respond(draft, said);
    expect(responseFaults(response, file)).toEqual([]);
    expect(response.item?.map(({ answer }) => answer)).toEqual([
      [{ valueCoding: { display: 'Hay fever' } }],
      [{ valueString: 'Hay fever' }],
    ]);
    const { content, ids } = saved(draft);
    expect(submittedAnswers(content, answersOf(ids, said))).toHaveLength(2);
  });

  it('takes several answers where it repeats, and begins with the words of its first one', () => {
    const [item] = draftOf(
      asking({ ...illness, repeats: true, initial: [{ valueCoding: { ...coding, display: 'Flu' } }] }),
      inWords,
    ).items;
    expect(item).toMatchObject({ occurs: { least: 0, most: null }, initial: [{ textAnswer: 'Flu' }] });
  });

  it('can decide by being answered, not by what is chosen', () => {
    expect(readingOf(asking(illness, when('exists', { answerBoolean: true })), inWords).kind).toBe('read');
    expect(readingOf(asking(illness, when('=', { answerCoding: coding })), inWords)).toMatchObject({
      refusals: [{ reason: 'it depends on what is chosen at "ill", which is asked in the person\'s own words' }],
    });
  });

  it('is not one whose own options are wrong', () => {
    const wrong = { ...illness, answerValueSet: undefined, answerOption: [{ valueReference: { reference: 'A/1' } }] };
    expect(readingOf(asking(JSON.parse(JSON.stringify(wrong))), inWords)).toMatchObject({
      kind: 'refused',
      refusals: [{ reason: 'an option with valueReference cannot be carried' }],
    });
  });
});
