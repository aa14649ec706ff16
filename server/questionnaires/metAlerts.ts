import {
  asDecimal,
  type AlertCondition,
  type Answer,
  entriesByPlace,
  numbersIn,
  placesMeeting,
  type SafetyTexts,
} from '@portal/api';
import type { AlertRule, StoredScore, TemplateRevision } from './template.ts';

type Ruled = Pick<TemplateRevision, 'items' | 'alerts'>;

/** What was answered, with its scores. */
export interface Answered {
  readonly answers: readonly Answer[];
  readonly scores: readonly StoredScore[];
}

function meets({ items }: Ruled, { answers, scores }: Answered): (when: AlertCondition) => boolean {
  const placesOf = placesMeeting(items, answers, (key) => {
    const score = scores.find(({ scoreKey }) => scoreKey === key);
    return score === undefined ? null : { value: score.scoreValue, terms: [] };
  });
  return (when) => placesOf(when).length > 0;
}

/** The number that a condition compares; null if there is none, or more than one. */
function numberFor({ items }: Ruled, { answers, scores }: Answered, when: AlertCondition): number | null {
  if (when.kind === 'score') return scores.find(({ scoreKey }) => scoreKey === when.scoreKey)?.scoreValue ?? null;
  const item = items.find(({ questionnaireItemId }) => questionnaireItemId === when.questionnaireItemId);
  const entries = answers.filter(({ questionnaireItemId }) => questionnaireItemId === when.questionnaireItemId);
  const numbers = item ? [...entriesByPlace(entries).values()].flatMap((one) => numbersIn(item, one)) : [];
  return numbers.length === 1 ? (numbers[0] ?? null) : null;
}

/** A rule about change as one about these answers alone; null while there is nothing to compare with. */
function resolved(revision: Ruled, rule: AlertRule, before: Answered | null): AlertRule | null {
  const { compared, ...plain } = rule;
  if (compared === undefined) return rule;
  const { when } = rule;
  if (before === null) return null;
  if (compared.kind === 'again') return meets(revision, before)(when) ? plain : null;
  const number = numberFor(revision, before, when);
  if (number === null || !('from' in when)) return null;
  const isRise = compared.kind === 'rises';
  const bound = asDecimal(isRise ? number + compared.by : number - compared.by);
  const from = isRise ? Math.max(bound, when.from ?? bound) : when.from;
  const to = isRise ? when.to : Math.min(bound, when.to ?? bound);
  return { ...plain, when: { ...when, from, to } };
}

/** Whether rules of a revision need the answers that were sent before. */
export const comparesAnswers = ({ alerts = [] }: Ruled): boolean =>
  alerts.some(({ compared }) => compared !== undefined);

/**
 * Turns the rules about change into rules about one completion alone, by what the patient answered before, so that a device decides them as
 * the server does. `before` has only the scores that can be compared; null: nothing was sent before.
 */
export const resolvedAlerts = <R extends Ruled>(revision: R, before: Answered | null): R => ({
  ...revision,
  alerts: (revision.alerts ?? []).flatMap((rule) => resolved(revision, rule, before) ?? []),
});

/** In the order of the rules. `answers` are those stored, with only what was asked, so the same completion always meets the same rules. */
export function metRules(revision: Ruled, answers: readonly Answer[], scores: readonly StoredScore[]): AlertRule[] {
  const { alerts = [] } = revision;
  if (alerts.length === 0) return [];
  const isMet = meets(revision, { answers, scores });
  return alerts.filter(({ when }) => isMet(when));
}

/** The texts that a patient reads after a completion that meets rules, without repeats. The revision is in the reader's language. */
export function alertMessagesOf(revision: Ruled, answers: readonly Answer[], scores: readonly StoredScore[]): string[] {
  return [...new Set(metRules(revision, answers, scores).flatMap(({ text }) => text ?? []))];
}

/** What a device needs to show those texts as soon as an answer is given; null if there is none. */
export function safetyTextsOf({
  alerts = [],
  scores,
}: Pick<TemplateRevision, 'alerts' | 'scores'>): SafetyTexts | null {
  const rules = alerts.flatMap(({ when, text }) => (text === null ? [] : [{ when, text }]));
  if (rules.length === 0) return null;
  const keys = new Set(rules.flatMap(({ when }) => (when.kind === 'score' ? [when.scoreKey] : [])));
  return {
    rules,
    scores: scores
      .filter(({ scoreKey }) => keys.has(scoreKey))
      .map(({ scoreKey, constant, terms, needs }) => ({ scoreKey, constant, terms, needs })),
  };
}
