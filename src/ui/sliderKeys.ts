interface SliderRange {
  readonly min: number;
  readonly max: number;
  readonly step: number;
}

/** The position of the knob of an unanswered slider: the step nearest to the middle. */
export function middleOf({ min, max, step }: SliderRange): number {
  return tidy(min + Math.round((max - min) / 2 / step) * step);
}

/** The answer of a first key on an unanswered slider, or null when the key is not for it. Arrows take the position of the knob. */
export function firstAnswer(key: string, range: SliderRange): number | null {
  switch (key) {
    case 'ArrowLeft':
    case 'ArrowRight':
    case 'ArrowUp':
    case 'ArrowDown':
    case 'PageUp':
    case 'PageDown':
    case 'Enter':
    case ' ':
      return middleOf(range);
    case 'Home':
      return range.min;
    case 'End':
      return tidy(range.min + Math.floor((range.max - range.min) / range.step + 1e-9) * range.step);
    default:
      return null;
  }
}

/** Every value of a range, smallest first, or null where there are more than `most`. */
export function stepsOf(range: SliderRange, most: number): readonly number[] | null {
  const count = Math.floor((range.max - range.min) / range.step + 1e-9) + 1;
  if (!Number.isFinite(count) || count < 1 || count > most) return null;
  return Array.from({ length: count }, (_, index) => tidy(range.min + index * range.step));
}

/** Rounds away the error of binary fractions: three steps of 0.1 are 0.3. */
const tidy = (value: number): number => Number(value.toFixed(10));
