import { formatNumber, useWords } from '../words/index.ts';
import { type ReactNode, memo } from 'react';
import { classes } from './classes.ts';
import { describedBy as together } from './FieldParts.tsx';
import { highEnd, kioskLines, lines, numbers, scaleBox, scaleEnd, scaleInner, step } from './Scale.css.ts';

interface ScaleProps {
  id: string;
  labelledBy: string;
  describedBy?: string | undefined;
  /** At most `mostScaleSteps` values, lowest first. */
  steps: readonly number[];
  value: number | null;
  onChange: (next: number) => void;
  /** The meaning of the two ends; each is shown with its number. */
  minLabel: ReactNode;
  maxLabel: ReactNode;
  invalid?: boolean;
  required?: boolean;
  /** Larger numbers for a person who is standing. */
  kiosk?: boolean;
}

/** A scale as numbered buttons: every answer is visible and takes one tap. */
export const Scale = memo(function Scale({
  id,
  labelledBy,
  describedBy,
  steps,
  value,
  onChange,
  minLabel,
  maxLabel,
  invalid = false,
  required = false,
  kiosk = false,
}: ScaleProps): ReactNode {
  const { locale } = useWords();
  const last = steps.length - 1;
  const end = (at: number, words: ReactNode, name: string) =>
    words ? (
      <p className={classes(scaleEnd, at === last && highEnd)} id={`${id}-${name}`}>
        <b>{formatNumber(locale, steps[at] ?? 0)}</b> {words}
      </p>
    ) : null;
  return (
    <div className={scaleBox}>
      <div className={scaleInner}>
        {end(0, minLabel, 'low')}
        <div
          id={id}
          className={classes(numbers, (kiosk ? kioskLines : lines)[steps.length])}
          role="radiogroup"
          aria-labelledby={labelledBy}
          aria-describedby={describedBy}
          aria-required={required || undefined}
          aria-invalid={invalid || undefined}
        >
          {steps.map((one, at) => (
            <label key={one} className={step}>
              <input
                type="radio"
                name={id}
                value={one}
                checked={one === value}
                aria-describedby={together(
                  at === 0 && minLabel && `${id}-low`,
                  at === last && maxLabel && `${id}-high`,
                )}
                onChange={() => onChange(one)}
              />
              {formatNumber(locale, one)}
            </label>
          ))}
        </div>
        {end(last, maxLabel, 'high')}
      </div>
    </div>
  );
});
