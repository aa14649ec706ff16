import { type Problem, type Rule, firstProblem } from './rules.ts';

/** The rules of each field, in the order in which they are checked. */
type RulesOf<V> = { readonly [N in keyof V]?: readonly Rule<V[N], V>[] };

export interface FormRules<V> {
  readonly rules: RulesOf<V>;
  /** Checked only when the form is sent. */
  readonly rulesOnSubmit?: RulesOf<V>;
  /** `touch`: a field's error shows once the field was left. `submit`: only after a failed submit. */
  readonly errorsFrom?: 'touch' | 'submit';
}

export type NameOf<V> = Extract<keyof V, string>;
type Problems<V> = ReadonlyMap<NameOf<V>, Problem>;

interface FormState<V> {
  readonly initial: V;
  readonly values: V;
  readonly touched: ReadonlySet<NameOf<V>>;
  /** True after a failed submit: errors of all fields show. */
  readonly tried: boolean;
  /** Problems that a submit or the server found; removed as soon as the field changes. */
  readonly found: Problems<V>;
}

export const startForm = <V>(initial: V): FormState<V> => ({
  initial,
  values: initial,
  touched: new Set(),
  tried: false,
  found: new Map(),
});

/** A field has a new value. A value that is not a text is complete with its first change, so the field counts as touched. */
export function withValue<V, N extends NameOf<V>>(state: FormState<V>, name: N, value: V[N]): FormState<V> {
  const found = new Map(state.found);
  found.delete(name);
  const touched = typeof value === 'string' ? state.touched : new Set([...state.touched, name]);
  return { ...state, values: { ...state.values, [name]: value }, touched, found };
}

/** A field was left. */
export const withTouch = <V>(state: FormState<V>, name: NameOf<V>): FormState<V> =>
  state.touched.has(name) ? state : { ...state, touched: new Set([...state.touched, name]) };

/** A submit of `values` failed with these problems; those of fields that have changed since are left out. */
export function withTry<V>(state: FormState<V>, values: V, found: Problems<V>): FormState<V> {
  const still = [...found].filter(([name]) => Object.is(state.values[name], values[name]));
  return { ...state, found: new Map([...state.found, ...still]), tried: true };
}

/** The problem of a field by its rules. */
const standing = <V, N extends NameOf<V>>({ rules }: FormRules<V>, values: V, name: N): Problem | null =>
  firstProblem<V[N], V>(rules[name] ?? [], values[name], values);

/** The problem that a field shows now; null where it shows none. */
export function shownProblem<V>(form: FormRules<V>, state: FormState<V>, name: NameOf<V>): Problem | null {
  const shows = state.tried || ((form.errorsFrom ?? 'touch') === 'touch' && state.touched.has(name));
  return (shows ? standing(form, state.values, name) : null) ?? state.found.get(name) ?? null;
}

/** The problems that prevent sending. */
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

export function isDirty<V>({ initial, values }: FormState<V>): boolean {
  for (const name in values)
    if (!Object.is(values[name], initial[name]) && JSON.stringify(values[name]) !== JSON.stringify(initial[name]))
      return true;
  return false;
}
