import { describe, expect, it } from 'vitest';
import { responseFaults } from '../../../tests/support/fhir/check.ts';
import { instruments, intakeWithout } from '../../../tests/support/fhir/instruments.ts';
import { defaultSettings } from './reading.ts';
import { isObject, objectOf, objectsOf } from './json.ts';
import { draftOf, readingOf, respond, somethingToSay } from '../../../tests/server/fhirForms.ts';

const questionnaireOf = (file: object): unknown =>
  isObject(file) && file.resourceType === 'Bundle'
    ? objectsOf(file, 'entry').map((entry) => objectOf(entry, 'resource'))[0]
    : file;

describe('instruments in the forms of public ones', () => {
  it.each(instruments.map((one) => [one.name, one] as const))('%s', (_, { file, becomes }) => {
    const reading = readingOf(file);
    if ('refused' in becomes) {
      expect(
        reading.kind === 'refused' ? reading.refusals.map(({ place, reason }) => `${place}: ${reason}`) : reading,
      ).toEqual(becomes.refused);
      return;
    }
    expect(reading).toMatchObject({ kind: 'read' });
    if (reading.kind === 'refused') return;
    const { draft, notes } = reading;
    expect(draft.items.map((item) => item.type)).toEqual(becomes.items);
    expect(draft.scores?.map((score) => score.name)).toEqual(becomes.scores);
    expect(notes.map(({ place, reason }) => `${place}: ${reason}`)).toEqual(
      becomes.notes.map((begin) => expect.stringContaining(begin)),
    );
    expect(responseFaults(respond(draft, somethingToSay(draft)), questionnaireOf(file))).toEqual([]);
  });

  it('an intake form without what cannot be carried', () => {
    const file = instruments.find((one) => one.name.startsWith('an intake form'))?.file;
    const draft = draftOf(file, { ...defaultSettings, leaveOut: new Set(intakeWithout) });
    expect(draft.items.map((item) => item.key)).toEqual([
      'you',
      'name',
      'born',
      'sex',
      'age',
      'height',
      'weight',
      'story',
      'card',
      'gp',
      'seen',
      'wake',
      'site',
      'kids',
      'kid',
      'mail',
      'zip',
    ]);
    expect(draft.items[4]).toMatchObject({ minValue: 0, maxValue: 999 });
    expect(responseFaults(respond(draft, somethingToSay(draft)), file)).toEqual([]);
  });
});

describe('what must not be lost on the way', () => {
  const draftNamed = (name: string) => draftOf(instruments.find((one) => one.name === name)?.file);
  const item = (name: string, key: string) => draftNamed(name).items.find((one) => one.key === key);
  const optionTexts = (name: string, key: string) => {
    const found = item(name, key);
    return found && 'options' in found ? found.options.map((option) => option.text) : [];
  };

  it('labels of options, unless they only repeat the score', () => {
    expect(optionTexts('a scored panel of a library', '/90001-1')).toEqual([
      'Never',
      'Some days',
      'Most days',
      'Every day',
    ]);
    expect(optionTexts('a scored panel of a library', '/90004-4')).toEqual(['a. Not hard', 'b) Hard']);
  });

  it('units of a slider, its ends and its steps', () => {
    expect(item('levels and a thermometer', 'vas')).toMatchObject({
      html: 'Your day today (points)',
      minValue: 0,
      maxValue: 100,
      step: 1,
      minLabel: 'The worst day',
      maxLabel: 'The best day',
    });
    expect(item('layout, styles, languages and hidden parts', 'strong')).toMatchObject({ step: 0.5 });
  });

  it('the version in an address, and options that are known from FHIR itself', () => {
    expect(draftNamed('weights, variables and a hidden total')).toMatchObject({
      sourceKey: 'https://instruments.example/Questionnaire/kettle',
      source: { url: 'https://instruments.example/Questionnaire/kettle', version: '0.3.0' },
    });
    expect(optionTexts('layout, styles, languages and hidden parts', 'sure')).toEqual(['Yes', 'No', "Don't know"]);
  });

  it('totals: scored texts, weights, part totals with numbers and factors', () => {
    const values = (name: string) => {
      const draft = draftNamed(name);
      const all = JSON.stringify(respond(draft, somethingToSay(draft)));
      return (draft.scores ?? []).map((score) =>
        Number(
          new RegExp(`"linkId":"${score.key}"[^[]*"answer":\\[\\{"value(?:Decimal|Integer)":(-?[\\d.]+)`).exec(
            all,
          )?.[1],
        ),
      );
    };
    expect(values('a scored panel of a library')).toEqual([9]);
    expect(values('weights, variables and a hidden total')).toEqual([6, 12]);
    expect(values('contained value sets, a table and part totals')).toEqual([1, 2]);
  });
});
