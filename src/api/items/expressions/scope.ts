import type { Values } from './values.ts';

export interface Scope {
  /** `$this`, where a path without another start begins. */
  readonly focus: Values;
  readonly index?: number;
  readonly total?: Values;
  /** `%name`; throws when there is no such variable. */
  variable(name: string): Values;
  /** The day at the patient's facility; null when it is not known. */
  readonly today: string | null;
  /** The weight of an option or an answer, by the questionnaire. */
  weightOf(data: object): number | undefined;
}
