import { useWords, formatNumber } from '../words/index.ts';
import { type CSSProperties, type KeyboardEvent, type ReactNode, memo } from 'react';
import { classes } from './classes.ts';
import { scale, slider, sliderEnds, unanswered, untouched } from './Slider.css.ts';
import { firstAnswer, middleOf, stepsOf } from './sliderKeys.ts';

export interface SliderProps {
  id: string;
  labelledBy: string;
  describedBy?: string;
  min: number;
  max: number;
  step: number;
  /** Null until the person has touched it: a slider that shows a number nobody chose is a wrong answer. */
  value: number | null;
  onChange: (next: number) => void;
  minLabel: ReactNode;
  maxLabel: ReactNode;
  /** The value in words, for the eye and for screen readers; also says that nothing is chosen yet. */
  valueText: string;
  invalid?: boolean;
  required?: boolean;
  disabled?: boolean;
  /** Numbered buttons instead of a track, as long as they fit. */
  kiosk?: boolean;
}

// What a style object may carry besides CSS: custom properties.
type Marks = CSSProperties & Record<'--at' | '--steps', string | number>;

/** A scale with both ends labelled. */
export const Slider = memo(function Slider(props: SliderProps): ReactNode {
  const steps = props.kiosk ? stepsOf(props) : null;
  return steps ? <Buttons {...props} steps={steps} /> : <Track {...props} />;
});

function Track({ id, labelledBy, describedBy, min, max, step, value, onChange, minLabel, maxLabel, valueText, invalid = false, disabled = false }: SliderProps): ReactNode {
  const range = { min, max, step };
  const shown = value ?? middleOf(range);
  const share = max > min ? (shown - min) / (max - min) : 0;
  const style: Marks = { '--at': `calc(${share} * (100% - 2rem) + 1rem)`, '--steps': 0 };
  const press = (event: KeyboardEvent<HTMLInputElement>) => {
    const first = value === null ? firstAnswer(event.key, range) : null;
    if (first === null) return;
    event.preventDefault();
    onChange(first);
  };
  return (
    <div className={slider}>
      <output htmlFor={id} className={classes(value === null && unanswered) || undefined} aria-hidden="true">
        {valueText}
      </output>
      <input
        id={id}
        type="range"
        className={classes(value === null && untouched) || undefined}
        min={min}
        max={max}
        step={step}
        value={shown}
        disabled={disabled}
        style={style}
        aria-labelledby={labelledBy}
        aria-describedby={describedBy}
        aria-valuetext={valueText}
        aria-invalid={invalid || undefined}
        onChange={(event) => onChange(event.currentTarget.valueAsNumber)}
        onKeyDown={press}
        // A press right on the waiting knob moves nothing, so no change is told; it is an answer all the same.
        onPointerUp={(event) => {
          if (value === null && !disabled) onChange(event.currentTarget.valueAsNumber);
        }}
      />
      <Ends minLabel={minLabel} maxLabel={maxLabel} />
    </div>
  );
}

function Buttons({ id, labelledBy, describedBy, value, onChange, minLabel, maxLabel, invalid = false, required = false, disabled = false, steps }: SliderProps & { steps: readonly number[] }): ReactNode {
  const { locale } = useWords();
  const style: Marks = { '--at': '0', '--steps': steps.length > 11 ? Math.ceil(steps.length / 2) : steps.length };
  return (
    <div className={slider} id={id} role="radiogroup" aria-labelledby={labelledBy} aria-describedby={describedBy} aria-required={required || undefined} aria-invalid={invalid || undefined}>
      <div className={scale} style={style}>
        {steps.map((step) => (
          <label key={step}>
            <input type="radio" name={id} value={step} checked={step === value} disabled={disabled} onChange={() => onChange(step)} />
            {formatNumber(locale, step)}
          </label>
        ))}
      </div>
      <Ends minLabel={minLabel} maxLabel={maxLabel} />
    </div>
  );
}

const Ends = ({ minLabel, maxLabel }: { minLabel: ReactNode; maxLabel: ReactNode }): ReactNode => (
  <div className={sliderEnds}>
    <span>{minLabel}</span>
    <span>{maxLabel}</span>
  </div>
);
