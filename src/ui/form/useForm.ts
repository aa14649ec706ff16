import { type RefObject, type SubmitEvent, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { type MessageBarCodeName, type Values, clearMessage, showMessage, useWords } from '../../words/index.ts';
import {
  type FormRules,
  type NameOf,
  isDirty,
  problemsOnSubmit,
  shownProblem,
  startForm,
  withTouch,
  withTry,
  withValue,
} from './formState.ts';
import { watchPresses, whenReleased } from './press.ts';
import type { Problem } from './rules.ts';

/** Why a submit failed: problems of fields, a message for the bar, or both. */
export interface RefusedSubmit<V> {
  readonly fields?: { readonly [N in keyof V]?: Problem };
  readonly message?: { readonly code: MessageBarCodeName; readonly values?: Values };
  /** A text that the server wrote, only where the specification says so. */
  readonly said?: string;
}

export interface FormOptions<V> extends FormRules<V> {
  /** The first values; only read once. */
  readonly initial: V;
  /** Sends; resolves with what went wrong, or with nothing on success. Must not reject. */
  readonly onSubmit: (values: V) => Promise<RefusedSubmit<V> | null>;
  /** Called with true when something prevents sending, with false when it is tried again: for the page's title. */
  readonly onFailed?: (failed: boolean) => void;
}

/** The properties of a text field, to be spread into it. */
export interface BoundField<T> {
  readonly name: string;
  readonly value: T;
  readonly error: string | undefined;
  readonly onChange: (next: T) => void;
  readonly onBlur: () => void;
}

export interface Form<V> {
  readonly values: V;
  readonly isDirty: boolean;
  /** True while it is being sent; a second submit does nothing. */
  readonly isBusy: boolean;
  /** The server's own text for the last submit, or null. */
  readonly said: string | null;
  /** To be spread into the `<Form>`. */
  readonly props: { readonly ref: RefObject<HTMLFormElement | null>; readonly onSubmit: (event: SubmitEvent) => void };
  readonly field: <N extends NameOf<V>>(name: N) => BoundField<V[N]>;
  readonly set: <N extends NameOf<V>>(name: N, value: V[N]) => void;
  readonly touch: (name: NameOf<V>) => void;
  /** The problem of a field, if it shows already. */
  readonly problem: (name: NameOf<V>) => Problem | null;
  /** The same in the reader's language. */
  readonly error: (name: NameOf<V>) => string | undefined;
  /** Resets it, to the first values or others. */
  readonly reset: (values?: V) => void;
}

/** Controls that can take the focus, for groups that are marked as a whole. */
const controls = 'input:not([type=hidden]), select, textarea, button';

/** Focuses the first empty box among several with one shared error, such as those of a date. */
function focusFirstInvalid(form: HTMLFormElement | null): void {
  const first = form?.querySelector<HTMLElement>('[aria-invalid="true"]');
  const control = first?.matches(controls) ? first : (first?.querySelector<HTMLElement>(controls) ?? first);
  const boxes = control?.closest('fieldset')?.querySelectorAll('input') ?? [];
  const error = control?.getAttribute('aria-describedby');
  const empty = [...boxes].find((box) => box.value === '' && box.getAttribute('aria-describedby') === error);
  (empty ?? control)?.focus();
}

/**
 * The shared behaviour of every form (specification 3, section 5): values, touched fields, the first error of each field, the focus on the
 * first invalid field after a failed submit, one submit at a time, the server's refusals, and whether anything was changed. Texts of
 * problems are in the `form` catalogue, or in the rule's own.
 */
export function useForm<V extends object>(options: FormOptions<V>): Form<V> {
  const { t } = useWords();
  const { initial, onSubmit, onFailed } = options;
  const [state, setState] = useState(() => startForm(initial));
  const [isBusy, setBusy] = useState(false);
  const [failures, setFailures] = useState(0);
  const [said, setSaid] = useState<string | null>(null);
  const place = useRef<HTMLFormElement>(null);
  const sending = useRef(false);

  useEffect(watchPresses, []);
  useLayoutEffect(() => {
    if (failures > 0) focusFirstInvalid(place.current);
  }, [failures]);

  const fail = (values: V, found: ReadonlyMap<NameOf<V>, Problem>) => {
    setState((now) => withTry(now, values, found));
    setFailures((count) => count + 1);
    onFailed?.(true);
  };

  const submit = async () => {
    const { values } = state;
    clearMessage();
    setSaid(null);
    onFailed?.(false);
    const problems = problemsOnSubmit(options, values);
    if (problems.size > 0) return fail(values, problems);
    setBusy(true);
    try {
      const refused = await onSubmit(values);
      if (refused === null) return;
      const refusals = new Map<NameOf<V>, Problem>();
      for (const name in values) {
        const problem = refused.fields?.[name];
        if (problem) refusals.set(name, problem);
      }
      if (refused.message) showMessage(refused.message.code, refused.message.values);
      setSaid(refused.said ?? null);
      if (refusals.size > 0) return fail(values, refusals);
      onFailed?.(true);
      // The message is above the form, which may be longer than the window.
      window.scrollTo(0, 0);
    } finally {
      setBusy(false);
    }
  };

  const set: Form<V>['set'] = (name, value) => setState((now) => withValue(now, name, value));
  const touch: Form<V>['touch'] = (name) => whenReleased(() => setState((now) => withTouch(now, name)));
  const problem: Form<V>['problem'] = (name) => shownProblem(options, state, name);
  const error: Form<V>['error'] = (name) => {
    const shown = problem(name);
    return shown === null ? undefined : t(shown.text, shown.values);
  };

  return {
    values: state.values,
    isDirty: isDirty(state),
    isBusy,
    said,
    props: {
      ref: place,
      onSubmit: (event) => {
        event.preventDefault();
        if (sending.current) return;
        sending.current = true;
        void submit().finally(() => {
          sending.current = false;
        });
      },
    },
    field: (name) => ({
      name,
      value: state.values[name],
      error: error(name),
      onChange: (next) => set(name, next),
      onBlur: () => touch(name),
    }),
    set,
    touch,
    problem,
    error,
    reset: (values = initial) => setState(startForm(values)),
  };
}
