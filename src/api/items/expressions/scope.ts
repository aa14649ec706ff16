import type { Values } from './values.ts';

/** What an expression is evaluated in. */
export interface Scope {
  /** `$this`, where a path begins that has no other beginning. */
  readonly focus: Values;
  readonly index?: number;
  readonly total?: Values;
  /** `%name`; it throws where there is none. */
  variable(name: string): Values;
  /** The day at the patient's facility; null where nobody says. */
  readonly today: string | null;
  /** What an option or an answer is worth, as the questionnaire says. */
  weightOf(data: object): number | undefined;
}
