import { useWords } from '../words/index.ts';
import { type ComponentProps, type ReactNode, memo, useId, useState } from 'react';
import { classes } from './classes.ts';
import { codeInput, countHint, field, unitText, withUnit } from './Field.css.ts';
import { isInvalid, label as labelClass, question, questionLabel } from './FieldParts.css.ts';
import { ErrorText, Hint, RequiredMark, describedBy } from './FieldParts.tsx';
import { verbatim } from './form/verbatim.ts';
import { Icon } from './Icon.tsx';
import { IconButton } from './IconButton.tsx';
import { ChevronDown, Eye, EyeOff } from './icons.ts';
import { input, inputWrap, select, textarea } from './Input.css.ts';
import { check, checkField, tick } from './Tick.css.ts';

/** What a field hands to the control inside it. */
interface ControlProps {
  readonly id: string;
  readonly 'aria-describedby': string | undefined;
  readonly 'aria-invalid': true | undefined;
  readonly 'aria-required': true | undefined;
}

/** What every field takes. Order on the page: label, hint, error, control (visual language, section 5). */
export interface FieldProps {
  label: ReactNode;
  hint?: ReactNode;
  /** The first error only; after a touch or a failed submit. */
  error?: ReactNode;
  required?: boolean;
  id?: string;
  /** `question`: the larger label of a questionnaire. */
  look?: 'form' | 'question';
}

/** A label, a hint and an error around any control. */
export function Field({
  label,
  hint,
  error,
  required = false,
  id: givenId,
  look = 'form',
  children,
}: FieldProps & { children: (control: ControlProps) => ReactNode }): ReactNode {
  const ownId = useId();
  const id = givenId ?? ownId;
  const hintId = `${id}-hint`;
  const errorId = `${id}-error`;
  const control: ControlProps = {
    id,
    'aria-describedby': describedBy(hint && hintId, error && errorId),
    'aria-invalid': error ? true : undefined,
    'aria-required': required || undefined,
  };
  return (
    <div className={classes(look === 'question' ? question : field, Boolean(error) && isInvalid)}>
      <label className={look === 'question' ? questionLabel : labelClass} htmlFor={id} id={`${id}-label`}>
        {label}
        {required ? <RequiredMark /> : null}
      </label>
      {hint ? <Hint id={hintId}>{hint}</Hint> : null}
      {error ? <ErrorText id={errorId}>{error}</ErrorText> : null}
      {children(control)}
    </div>
  );
}

/** Parts what the field around a control takes from what the control takes. */
function parted<Props extends FieldProps>({ label, hint, error, required, id, look, ...control }: Props) {
  return [{ label, hint, error, required, id, look }, control] as const;
}

type InputProps = Omit<ComponentProps<'input'>, 'id' | 'value' | 'onChange' | 'required' | 'className'>;

interface TextFieldProps extends FieldProps, InputProps {
  value: string;
  onChange: (next: string) => void;
  /** Shown after the box, for example °F. */
  unit?: ReactNode;
  /** Large spaced digits, for codes sent by mail. */
  code?: boolean;
  /** Counts down to this many characters. Typing continues past it, and a text that is too long shows an error and is not cut. */
  limit?: number;
}

export const TextField = memo(function TextField(props: TextFieldProps): ReactNode {
  const [frame, { value, onChange, unit, code = false, limit, ...rest }] = parted(props);
  return (
    <Field {...frame}>
      {(control) => {
        const box = (
          <input
            {...rest}
            {...control}
            className={classes(input, code && codeInput)}
            value={value}
            onChange={(event) => onChange(event.currentTarget.value)}
          />
        );
        return unit ? (
          <div className={withUnit}>
            {box}
            <span className={unitText}>{unit}</span>
          </div>
        ) : (
          <>
            {box}
            {limit === undefined ? null : <CharactersLeft count={limit - value.length} />}
          </>
        );
      }}
    </Field>
  );
});

interface PasswordFieldProps extends FieldProps, Omit<InputProps, 'type' | 'autoComplete'> {
  value: string;
  onChange: (next: string) => void;
  autoComplete: 'current-password' | 'new-password' | 'off' | 'one-time-code';
}

/** A password with a button that shows it; password managers and paste always work. */
export const PasswordField = memo(function PasswordField(props: PasswordFieldProps): ReactNode {
  const [frame, { value, onChange, ...rest }] = parted(props);
  const { t } = useWords();
  const [shown, setShown] = useState(false);
  return (
    <Field {...frame}>
      {(control) => (
        <div className={inputWrap}>
          <input
            {...verbatim}
            {...rest}
            {...control}
            className={input}
            type={shown ? 'text' : 'password'}
            value={value}
            onChange={(event) => onChange(event.currentTarget.value)}
          />
          <IconButton
            icon={shown ? EyeOff : Eye}
            size="s"
            label={t(shown ? 'core.hidePassword' : 'core.showPassword')}
            aria-controls={control.id}
            onClick={() => setShown(!shown)}
          />
        </div>
      )}
    </Field>
  );
});

interface TextAreaProps
  extends
    FieldProps,
    Omit<ComponentProps<'textarea'>, 'id' | 'value' | 'onChange' | 'required' | 'className' | 'maxLength'> {
  value: string;
  onChange: (next: string) => void;
  /** Counts down to this many characters. Typing continues past it, and a text that is too long shows an error and is not cut. */
  limit?: number;
}

/** Several lines of text, with a counter where a limit holds. */
export const TextArea = memo(function TextArea(props: TextAreaProps): ReactNode {
  const [frame, { value, onChange, limit, rows = 3, ...rest }] = parted(props);
  return (
    <Field {...frame}>
      {(control) => (
        <>
          <textarea
            {...rest}
            {...control}
            className={textarea}
            rows={rows}
            value={value}
            onChange={(event) => onChange(event.currentTarget.value)}
          />
          {limit === undefined ? null : <CharactersLeft count={limit - value.length} />}
        </>
      )}
    </Field>
  );
});

function CharactersLeft({ count }: { count: number }): ReactNode {
  const { t } = useWords();
  return (
    <p className={countHint}>
      {count < 0 ? t('core.charactersOver', { count: -count }) : t('core.charactersLeft', { count })}
    </p>
  );
}

interface SelectFieldProps
  extends FieldProps, Omit<ComponentProps<'select'>, 'id' | 'value' | 'onChange' | 'required' | 'className'> {
  value: string;
  onChange: (next: string) => void;
  options: readonly { readonly value: string; readonly label: string; readonly lang?: string | undefined }[];
  /** The first entry, which means no choice. */
  placeholder?: string;
}

/** The native list: for more than seven choices, or where the device's own behaviour is best. */
export const SelectField = memo(function SelectField(props: SelectFieldProps): ReactNode {
  const [frame, { value, onChange, options, placeholder, ...rest }] = parted(props);
  return (
    <Field {...frame}>
      {(control) => (
        <div className={select}>
          <select {...rest} {...control} value={value} onChange={(event) => onChange(event.currentTarget.value)}>
            {placeholder === undefined ? null : <option value="">{placeholder}</option>}
            {options.map((option) => (
              <option key={option.value} value={option.value} lang={option.lang}>
                {option.label}
              </option>
            ))}
          </select>
          <Icon of={ChevronDown} size="s" />
        </div>
      )}
    </Field>
  );
});

export interface CheckboxFieldProps extends Omit<FieldProps, 'look'> {
  checked: boolean;
  onChange: (next: boolean) => void;
  name?: string;
  disabled?: boolean;
}

/** One yes-or-no box with its words beside it. */
export const CheckboxField = memo(function CheckboxField({
  label,
  hint,
  error,
  required = false,
  id: givenId,
  checked,
  onChange,
  name,
  disabled,
}: CheckboxFieldProps): ReactNode {
  const ownId = useId();
  const id = givenId ?? ownId;
  return (
    <div className={classes(field, checkField, Boolean(error) && isInvalid)}>
      {error ? <ErrorText id={`${id}-error`}>{error}</ErrorText> : null}
      <label className={check}>
        <input
          className={tick}
          type="checkbox"
          id={id}
          name={name}
          checked={checked}
          disabled={disabled}
          onChange={(event) => onChange(event.currentTarget.checked)}
          aria-required={required || undefined}
          aria-invalid={error ? true : undefined}
          aria-describedby={describedBy(hint && `${id}-hint`, error && `${id}-error`)}
        />
        <span>
          {label}
          {required ? <RequiredMark /> : null}
        </span>
      </label>
      {hint ? <Hint id={`${id}-hint`}>{hint}</Hint> : null}
    </div>
  );
});
