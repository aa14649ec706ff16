import {
  type AlertCondition,
  type Answer,
  type Form,
  isForPerson,
  loadExpressions,
  type QuestionnaireItem,
  safetyTextsFor,
  slotOf,
  submittedAnswers,
} from '@portal/api';
import fc from 'fast-check';
import { beforeAll, expect, it } from 'vitest';
import { alertMessagesOf, resolvedAlerts, safetyTextsOf } from '../../server/questionnaires/metAlerts.ts';
import { scoresOf } from '../../server/questionnaires/scoring.ts';
import type { AlertRule, ScoreDefinition } from '../../server/questionnaires/template.ts';
import { afterStep, drawnCourse, drawnForm, type Step } from '../apps/drawnForm.ts';

beforeAll(loadExpressions);

/** A rule before it is about an item; `on` is taken modulo the number of items. */
interface Shape {
  readonly on: number;
  readonly ofScore: boolean;
  readonly from: number | null;
  readonly to: number | null;
  readonly compared: 'rises' | 'falls' | 'again' | null;
}
const shapes: fc.Arbitrary<readonly Shape[]> = fc.array(
  fc.record({
    on: fc.nat({ max: 50 }),
    ofScore: fc.boolean(),
    from: fc.option(fc.integer({ min: 0, max: 6 })),
    to: fc.option(fc.integer({ min: 0, max: 6 })),
    compared: fc.constantFrom(null, null, 'rises', 'falls', 'again'),
  }),
  { minLength: 1, maxLength: 5 },
);

function conditionOn(item: QuestionnaireItem, { from, to }: Shape): AlertCondition {
  const { questionnaireItemId } = item;
  if (item.questionnaireItemType === 'BooleanQuestion')
    return { kind: 'yesNo', questionnaireItemId, isChecked: to !== null };
  if ('listAnswers' in item && from === null)
    return {
      kind: 'options',
      questionnaireItemId,
      listAnswerIds: item.listAnswers.slice(0, 1 + (to ?? 0)).map(({ listAnswerId }) => listAnswerId),
    };
  return { kind: 'value', questionnaireItemId, from, to };
}

/** A form with rules about its items and about a score of all of them. */
function ruled({ items }: Form, all: readonly Shape[]) {
  const score: ScoreDefinition = {
    scoreKey: 'all',
    name: 'All',
    constant: 0,
    terms: items.map(({ questionnaireItemId }) => ({ questionnaireItemId, weight: 1 })),
    needs: [{ atLeast: 1, of: items.map(({ questionnaireItemId }) => questionnaireItemId), by: 'answer' }],
    messages: [],
    isShown: true,
  };
  const alerts = all.flatMap((shape, at): AlertRule[] => {
    const item = items.filter(isForPerson)[shape.on % Math.max(1, items.filter(isForPerson).length)];
    if (!item) return [];
    const { from, to, compared } = shape;
    return [
      {
        alertKey: String(at),
        when: shape.ofScore ? { kind: 'score', scoreKey: 'all', from, to } : conditionOn(item, shape),
        ...(compared === null
          ? {}
          : { compared: compared === 'again' ? { kind: compared } : { kind: compared, by: 1 } }),
        tellAddress: null,
        remindAfterHours: null,
        text: `Text ${String(at)}`,
        texts: {},
      },
    ];
  });
  return { items: [...items], scores: [score], alerts };
}

const typedIn = (form: Form, course: readonly Step[]): Answer[] =>
  course.reduce<Answer[]>((answers, step) => afterStep(form, answers, step), []);

it('a device shows what the server will say, below a question that is asked, also on change over time', () => {
  let shown = 0;
  fc.assert(
    fc.property(drawnForm, shapes, drawnCourse, fc.option(drawnCourse), (form, all, course, courseBefore) => {
      const unresolved = ruled(form, all);
      const answeredIn = (steps: readonly Step[]) => {
        const answers = submittedAnswers(form, typedIn(form, steps));
        return { answers, scores: scoresOf(form.items, unresolved.scores, answers) };
      };
      const revision = resolvedAlerts(unresolved, courseBefore && answeredIn(courseBefore));
      const typed = typedIn(form, course);
      const safetyTexts = safetyTextsOf(revision);
      const texts = safetyTexts === null ? [] : safetyTextsFor(form, safetyTexts, typed);
      shown += texts.length;
      // The server reads what the device sends, which leaves out what is not asked.
      const { answers, scores } = answeredIn(course);
      const sent = submittedAnswers(form, answers);
      expect(texts.map(({ text }) => text)).toEqual(alertMessagesOf(revision, sent, scores));
      const asked = new Set(sent.map(({ questionnaireItemId, rowPath }) => slotOf(questionnaireItemId, rowPath)));
      for (const { slot } of texts) expect(asked).toContain(slot);
    }),
    { numRuns: 300 },
  );
  expect(shown).toBeGreaterThan(50);
});
