import type { ComponentProps, ReactNode } from 'react';
import { classes } from './classes.ts';
import type { FieldProps } from './Field.tsx';
import { field, groupFrame, groupLabel } from './Field.css.ts';
import { isInvalid, question, questionLabel, questionSection } from './FieldParts.css.ts';
import { ErrorText, Hint, RequiredMark, describedBy } from './FieldParts.tsx';

interface FieldGroupProps extends Omit<ComponentProps<'div'>, 'className' | 'id'>, FieldProps {
  id: string;
  /** False when its controls say themselves that they are required. */
  spoken?: boolean;
}

/**
 * A label, a hint and an error around several controls, or around one without a label of its own, such as a slider. With a `role` they name
 * and describe the group; else the control does: its label is `${id}-label`, its hint `${id}-hint`, its error `${id}-error`.
 */
export const FieldGroup = ({
  id,
  label,
  hint,
  error,
  required = false,
  spoken = true,
  look = 'question',
  children,
  ...rest
}: FieldGroupProps): ReactNode => (
  <div
    {...rest}
    id={id}
    className={classes(look === 'question' ? question : classes(field, groupFrame), Boolean(error) && isInvalid)}
    {...(rest.role === undefined
      ? {}
      : {
          'aria-labelledby': `${id}-label`,
          'aria-describedby': describedBy(hint && `${id}-hint`, error && `${id}-error`),
        })}
  >
    <p className={look === 'question' ? questionLabel : groupLabel} id={`${id}-label`}>
      {label}
      {required ? <RequiredMark spoken={spoken} /> : null}
    </p>
    {hint ? <Hint id={`${id}-hint`}>{hint}</Hint> : null}
    {error ? <ErrorText id={`${id}-error`}>{error}</ErrorText> : null}
    {children}
  </div>
);

/** A heading between the questions, with a line above it. */
export const QuestionSection = ({ children }: { children: ReactNode }): ReactNode => (
  <div className={questionSection}>{children}</div>
);
