import { type ReactNode, memo, useCallback, useId, useLayoutEffect, useRef } from 'react';
import { classes } from './classes.ts';
import { after, choice, choices, pair, row, rowFrame, wide as wideClass, words } from './Choices.css.ts';
import { isInvalid, question, questionLabel } from './FieldParts.css.ts';
import { ErrorText, Hint, RequiredMark, describedBy } from './FieldParts.tsx';
import { tick } from './Tick.css.ts';

export interface ChoiceOption {
  readonly value: string;
  readonly label: ReactNode;
  /** A second line in smaller type. */
  readonly description?: ReactNode;
  /** It cannot be chosen; `description` says why. */
  readonly disabled?: boolean;
}

interface ChoiceGroupProps {
  legend: ReactNode;
  /** The name of the inputs; unique on the page. */
  name: string;
  kind?: 'radio' | 'checkbox';
  options: readonly ChoiceOption[];
  value: readonly string[];
  /** `next` is the whole answer, `changed` the option that was pressed. */
  onChange: (next: string[], changed: string) => void;
  required?: boolean;
  error?: ReactNode;
  hint?: ReactNode;
  /** Two columns from Small. */
  wide?: boolean;
  /** Side by side as long as they fit: for yes and no. */
  sideBySide?: boolean;
  /** Equal boxes in one row where the page is wide enough; for few, short options. */
  inRow?: boolean;
  id?: string;
  /** Shown after the options, for example a button to clear the answer. */
  trailing?: ReactNode;
  /** Shown after an option, for example the text field of "other". */
  renderAfter?: (value: string) => ReactNode;
}

const boxesOf = (cards: Element | null): HTMLInputElement[] => [
  ...(cards?.querySelectorAll<HTMLInputElement>(`.${tick}`) ?? []),
];

/**
 * Radio or checkbox cards: the whole card is the label. A press shows before `value` changes, which the owner may do after the frame; it
 * must do so.
 */
export const ChoiceGroup = memo(function ChoiceGroup({
  legend,
  name,
  kind = 'radio',
  options,
  value,
  onChange,
  required = false,
  error,
  hint,
  wide = false,
  sideBySide = false,
  inRow = false,
  id: givenId,
  renderAfter,
  trailing,
}: ChoiceGroupProps): ReactNode {
  const ownId = useId();
  const id = givenId ?? ownId;
  const cards = useRef<HTMLDivElement>(null);
  const latest = useRef({ options, onChange });
  useLayoutEffect(() => {
    latest.current = { options, onChange };
    for (const box of boxesOf(cards.current)) box.checked = value.includes(box.value);
  });
  const press = useCallback((changed: string) => {
    const now = latest.current;
    // Read from the boxes and not from the last render, because two presses may come before a render.
    const ticked = new Set(boxesOf(cards.current).flatMap((box) => (box.checked ? box.value : [])));
    now.onChange(
      now.options.map((option) => option.value).filter((option) => ticked.has(option)),
      changed,
    );
  }, []);
  const isRadio = kind === 'radio';
  return (
    <div
      id={id}
      className={classes(question, Boolean(error) && isInvalid, inRow && rowFrame)}
      role={isRadio ? 'radiogroup' : 'group'}
      aria-labelledby={`${id}-label`}
      aria-required={isRadio && required ? true : undefined}
      aria-invalid={isRadio && error ? true : undefined}
      aria-describedby={describedBy(hint && `${id}-hint`, error && `${id}-error`)}
    >
      <p className={questionLabel} id={`${id}-label`}>
        {legend}
        {required ? <RequiredMark spoken={!isRadio} /> : null}
      </p>
      {hint ? <Hint id={`${id}-hint`}>{hint}</Hint> : null}
      {error ? <ErrorText id={`${id}-error`}>{error}</ErrorText> : null}
      <div ref={cards} className={classes(choices, wide && wideClass, sideBySide && pair, inRow && row)}>
        {options.map((option) => {
          const extra = renderAfter?.(option.value);
          return (
            <ChoiceCard
              key={option.value}
              kind={kind}
              name={name}
              value={option.value}
              label={option.label}
              description={option.description}
              disabled={option.disabled === true}
              invalid={!isRadio && Boolean(error)}
              onPress={press}
              extra={extra}
            />
          );
        })}
      </div>
      {trailing}
    </div>
  );
});

interface ChoiceCardProps {
  kind: 'radio' | 'checkbox';
  name: string;
  value: string;
  label: ReactNode;
  description: ReactNode;
  disabled: boolean;
  invalid: boolean;
  onPress: (value: string) => void;
  extra: ReactNode;
}

/**
 * Renders again only when its texts change. The box keeps its own tick, the group sets it where the answer differs, and the look follows
 * it, so that a tap shows without a render.
 */
const ChoiceCard = memo(function ChoiceCard({
  kind,
  name,
  value,
  label,
  description,
  disabled,
  invalid,
  onPress,
  extra,
}: ChoiceCardProps): ReactNode {
  return (
    <>
      <label className={choice}>
        <input
          className={tick}
          type={kind}
          name={name}
          value={value}
          disabled={disabled}
          aria-invalid={invalid || undefined}
          onChange={() => onPress(value)}
        />
        <span className={words}>
          {label}
          {description ? <small>{description}</small> : null}
        </span>
      </label>
      {extra ? <div className={after}>{extra}</div> : null}
    </>
  );
});
