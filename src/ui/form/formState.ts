import { type AsyncRule, type Problem, type Rule, firstProblem } from './rules.ts';

/** The rules of each field, in the order in which they are looked at. */
export type RulesOf<V> = { readonly [N in keyof V]?: readonly Rule<V[N], V>[] };
export type AsyncRulesOf<V> = { readonly [N in keyof V]?: AsyncRule<V[N], V> };

/** What a form is held to. */
export interface FormRules<V> {
  readonly rules: RulesOf<V>;
  /** Looked at when the form is sent, and not before. */
  readonly rulesOnSubmit?: RulesOf<V>;
  /** Asked when a field is left and when the form is sent, where the others have nothing against the value. */
  readonly asyncRules?: AsyncRulesOf<V>;
  /** `touch`: a field's error shows once the field was left. `submit`: after a failed submit only. */
  readonly errorsFrom?: 'touch' | 'submit';
}

/** Names of the fields of a form. */
export type NameOf<V> = Extract<keyof V, string>;
type Problems<V> = ReadonlyMap<NameOf<V>, Problem>;

/** Everything that a form knows of itself. */
export interface FormState<V> {
  readonly initial: V;
  readonly values: V;
  readonly touched: ReadonlySet<NameOf<V>>;
  /** A submit has failed: errors of all fields show. */
  readonly tried: boolean;
  /** What a submit, an asynchronous rule or the server found; gone as soon as the field changes. */
  readonly found: Problems<V>;
}

export const startForm = <V>(initial: V): FormState<V> => ({
  initial,
  values: initial,
  touched: new Set(),
  tried: false,
  found: new Map(),
});

/** A field has a new value. What is no text is complete with its first change, so it counts as touched. */
export function withValue<V, N extends NameOf<V>>(state: FormState<V>, name: N, value: V[N]): FormState<V> {
  const found = new Map(state.found);
  found.delete(name);
  const touched = typeof value === 'string' ? state.touched : new Set([...state.touched, name]);
  return { ...state, values: { ...state.values, [name]: value }, touched, found };
}

/** A field was left. */
export const withTouch = <V>(state: FormState<V>, name: NameOf<V>): FormState<V> =>
  state.touched.has(name) ? state : { ...state, touched: new Set([...state.touched, name]) };

/** Something was found about values; what has been changed since is not spoken of. */
export function withProblems<V>(state: FormState<V>, values: V, found: Problems<V>): FormState<V> {
  const still = [...found].filter(([name]) => Object.is(state.values[name], values[name]));
  return { ...state, found: new Map([...state.found, ...still]) };
}

/** A submit failed. */
export const withTry = <V>(state: FormState<V>, values: V, found: Problems<V>): FormState<V> => ({
  ...withProblems(state, values, found),
  tried: true,
});

/** What is wrong with a field by the rules that always hold. */
const standing = <V, N extends NameOf<V>>({ rules }: FormRules<V>, values: V, name: N): Problem | null =>
  firstProblem<V[N], V>(rules[name] ?? [], values[name], values);

/** The one thing that a field says is wrong now; null where it says nothing. */
export function shownProblem<V>(form: FormRules<V>, state: FormState<V>, name: NameOf<V>): Problem | null {
  const shows = state.tried || ((form.errorsFrom ?? 'touch') === 'touch' && state.touched.has(name));
  return (shows ? standing(form, state.values, name) : null) ?? state.found.get(name) ?? null;
}

/** What keeps a form from being sent, but for asynchronous rules. */
export function problemsOnSubmit<V>(form: FormRules<V>, values: V): Problems<V> {
  const problems = new Map<NameOf<V>, Problem>();
  for (const name in values) {
    const problem =
      standing(form, values, name) ??
      firstProblem<V[typeof name], V>(form.rulesOnSubmit?.[name] ?? [], values[name], values);
    if (problem !== null) problems.set(name, problem);
  }
  return problems;
}

/** What the asynchronous rules of these fields have against the values; a field with another problem is not asked about. */
export async function asyncProblems<V>(
  form: FormRules<V>,
  values: V,
  signal: AbortSignal,
  only?: NameOf<V>,
): Promise<Problems<V>> {
  const answers: Promise<readonly [NameOf<V>, Problem | null]>[] = [];
  for (const name in values) {
    const rule = form.asyncRules?.[name];
    if (rule === undefined || (only !== undefined && only !== name) || standing(form, values, name) !== null) continue;
    answers.push(rule(values[name], values, signal).then((problem) => [name, problem] as const));
  }
  const problems = new Map<NameOf<V>, Problem>();
  for (const [name, problem] of await Promise.all(answers)) if (problem !== null) problems.set(name, problem);
  return problems;
}

/** Whether anything differs from what the form began with. */
export function isDirty<V>({ initial, values }: FormState<V>): boolean {
  for (const name in values)
    if (!Object.is(values[name], initial[name]) && JSON.stringify(values[name]) !== JSON.stringify(initial[name]))
      return true;
  return false;
}
