import { type CSSProperties, type KeyboardEvent, type ReactNode, memo } from 'react';
import { classes } from './classes.ts';
import { at, slider, sliderEnds, unanswered, untouched } from './Slider.css.ts';
import { firstAnswer, middleOf } from './sliderKeys.ts';

interface SliderProps {
  id: string;
  labelledBy: string;
  describedBy?: string;
  min: number;
  max: number;
  step: number;
  /** Null until the person has touched it, because a number that nobody chose would be a wrong answer. */
  value: number | null;
  onChange: (next: number) => void;
  minLabel: ReactNode;
  maxLabel: ReactNode;
  /** The value as text, also for screen readers; says too that nothing is chosen yet. */
  valueText: string;
  invalid?: boolean;
}

// A style object with custom properties besides CSS properties.
type Marks = CSSProperties & Record<typeof at, string>;

/** A scale with many steps and labels at both ends; a scale with few steps is `Scale`. */
export const Slider = memo(function Slider({
  id,
  labelledBy,
  describedBy,
  min,
  max,
  step,
  value,
  onChange,
  minLabel,
  maxLabel,
  valueText,
  invalid = false,
}: SliderProps): ReactNode {
  const range = { min, max, step };
  const shown = value ?? middleOf(range);
  const share = max > min ? (shown - min) / (max - min) : 0;
  const style: Marks = { [at]: `calc(${share} * (100% - 2rem) + 1rem)` };
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
        style={style}
        aria-labelledby={labelledBy}
        aria-describedby={describedBy}
        aria-valuetext={valueText}
        aria-invalid={invalid || undefined}
        onChange={(event) => onChange(event.currentTarget.valueAsNumber)}
        onKeyDown={press}
        // A press directly on the initial knob moves nothing and fires no change event, but it is an answer too.
        onPointerUp={(event) => {
          if (value === null) onChange(event.currentTarget.valueAsNumber);
        }}
      />
      <div className={sliderEnds}>
        <span>{minLabel}</span>
        <span>{maxLabel}</span>
      </div>
    </div>
  );
});
