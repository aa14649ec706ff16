import {
  Answer,
  faultsOf,
  type Form,
  FormLogic,
  isForPerson,
  placesOf,
  progressOf,
  QuestionnaireItem,
  rematch,
  submittedAnswers,
} from '@portal/api';
import fc from 'fast-check';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { responseFaults } from '../../../tests/support/fhir/check.ts';
import { after, emptySheet, type LinkIds, type Sheet, step } from '../../../tests/support/fhir/course.ts';
import { fileOf } from '../../../tests/support/fhir/drawnFile.ts';
import { drawnForm } from '../../../tests/support/fhir/drawnForm.ts';
import { picture } from '../../../tests/support/fhir/drawnValues.ts';
import {
  askedSpots,
  expectedItems,
  keyOf,
  newYork,
  typedAt,
  withoutTexts,
} from '../../../tests/support/fhir/secondReading.ts';
import { scoresOf } from '../scoring.ts';
import { submissionFaults } from '../submission.ts';
import { responseOf } from './export.ts';
import { draftOf, saved } from '../../../tests/server/fhirForms.ts';

const timeZone = 'America/New_York';
const throughJson = <T>(schema: v.GenericSchema<unknown, T>, value: unknown): T =>
  v.parse(schema, JSON.parse(JSON.stringify(value)));
const Answers = v.array(Answer);
const files = new Map([1, 2].map((id) => [id, picture]));

/** What client and server each parse from the same bytes. */
const overTheWire = (form: Form): Form => ({
  items: throughJson(v.array(QuestionnaireItem), form.items),
  ...(form.formLogic === undefined ? {} : { formLogic: throughJson(FormLogic, form.formLogic) }),
});

/** Checks everything that must be true of the answers at any moment. */
function expectAgreement(
  sheet: Sheet,
  drawn: Parameters<typeof askedSpots>[0],
  forms: readonly Form[],
  linkIdOf: LinkIds,
) {
  const items = new Set((forms[0]?.items ?? []).map(linkIdOf));
  // A total that the form does not show is a score and not an item.
  const asked = new Set([...askedSpots(drawn, sheet.typed)].filter((key) => items.has(key.split('/')[0] ?? '')));
  const [first, ...others] = forms.map((form) =>
    placesOf(form, sheet.answers).map(({ slot, isAsked }) => ({ slot, isAsked })),
  );
  for (const other of others) expect(other).toEqual(first);
  const form = forms[0] ?? { items: [] };
  const places = placesOf(form, sheet.answers);
  expect(
    new Set(places.filter(({ isAsked }) => isAsked).map(({ item, rowPath }) => keyOf(linkIdOf(item), rowPath))),
  ).toEqual(asked);
  const questions = places.filter(({ item, isAsked }) => isAsked && isForPerson(item));
  expect(progressOf(form, sheet.answers)).toEqual({
    total: questions.length,
    answered: questions.filter(({ item, rowPath }) => typedAt(sheet.typed, keyOf(linkIdOf(item), rowPath)).length > 0)
      .length,
  });
  const known = new Set(places.filter(({ isAsked }) => isAsked).map(({ slot }) => slot));
  for (const { slot } of faultsOf(form, sheet.answers)) expect(known.has(slot)).toBe(true);
  // Computed answers agree, too.
  const [sent, ...alsoSent] = forms.map((one) => submittedAnswers(one, sheet.answers));
  for (const other of alsoSent) expect(other).toEqual(sent);
}

/** `WHOLE_PATH_RUNS=20000` for a long run, `WHOLE_PATH_SEED=1` to repeat one. */
const numRuns = Number(process.env['WHOLE_PATH_RUNS'] ?? 100);
const seed = Number(process.env['WHOLE_PATH_SEED'] ?? Date.now());

describe('any questionnaire, however it is answered', () => {
  it(
    'comes out as it was answered: nothing lost, nothing altered, nothing that was not asked',
    { timeout: 60_000 + numRuns * 1_000 },
    () => {
      fc.assert(
        fc.property(drawnForm, fc.array(step, { minLength: 1, maxLength: 40, size: 'max' }), (drawn, steps) => {
          const file = fileOf(drawn, 'any');
          const draft = draftOf(file);
          const { content, itemKeys, optionKeys } = saved(draft);
          const onServer: Form = content;
          const onClient = overTheWire(onServer);
          const onOther = overTheWire(onClient);
          const linkIdOf = (item: QuestionnaireItem) => itemKeys.get(item.questionnaireItemId) ?? '';
          let sheet = emptySheet;
          for (const one of steps) {
            if (one.kind === 'away') {
              sheet = { ...sheet, answers: throughJson(Answers, sheet.answers) };
              expect(rematch(onOther, sheet.answers).lost).toEqual([]);
            } else sheet = after(sheet, one, onClient, linkIdOf);
            expectAgreement(sheet, drawn, [onClient, onServer, onOther], linkIdOf);
          }
          const sent = submittedAnswers(onClient, sheet.answers);
          const arrived = throughJson(Answers, sent);
          expect(submissionFaults(onServer, arrived)).toEqual([]);
          const stored = submittedAnswers(onServer, arrived);
          expect(stored).toEqual(sent);
          const response = responseOf({
            assignedQuestionnaireId: 1,
            templateId: 1,
            revision: 1,
            content,
            answers: stored,
            scores: scoresOf(content.items, content.scores, stored),
            completedAt: '2026-11-20T09:30:00.000Z',
            mrn: 'NL-1',
            facilityId: 1,
            facilityName: 'Northlight',
            timeZone,
            files,
            itemKeys,
            optionKeys,
          });
          expect(withoutTexts(response.item ?? [])).toEqual(
            expectedItems(drawn, sheet.typed, { offset: newYork, file: picture }),
          );
          expect(responseFaults(response, file)).toEqual([]);
        }),
        { numRuns, seed },
      );
    },
  );
});
