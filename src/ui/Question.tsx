import type { FocusEventHandler, ReactNode } from 'react';
import { classes } from './classes.ts';
import { isInvalid, question, questionLabel, questionSection } from './FieldParts.css.ts';
import { ErrorText, Hint, RequiredMark, describedBy } from './FieldParts.tsx';

interface QuestionProps {
  id: string;
  label: ReactNode;
  hint?: ReactNode;
  error?: ReactNode;
  required?: boolean;
  /** True when it contains several controls, which its text names together. */
  group?: boolean;
  onBlur?: FocusEventHandler<HTMLDivElement>;
  /** A slider or a matrix: `labelledBy` is `${id}-label`, `describedBy` names hint and error. */
  children: ReactNode;
}

/** A question around a control without a label of its own: slider, matrix. */
export const Question = ({
  id,
  label,
  hint,
  error,
  required = false,
  group = false,
  onBlur,
  children,
}: QuestionProps): ReactNode => (
  <div
    id={id}
    className={classes(question, Boolean(error) && isInvalid)}
    onBlur={onBlur}
    {...(group
      ? {
          role: 'group',
          'aria-labelledby': `${id}-label`,
          'aria-describedby': describedBy(hint && `${id}-hint`, error && `${id}-error`),
        }
      : {})}
  >
    <p className={questionLabel} id={`${id}-label`}>
      {label}
      {required ? <RequiredMark spoken /> : null}
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
