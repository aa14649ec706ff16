import { type CSSProperties, type ReactNode, memo } from 'react';
import { classes } from './classes.ts';
import {
  progress,
  progressDone,
  progressLabel,
  progressSlim,
  progressTrack,
  progressTrailing,
} from './Progress.css.ts';

const doneOf = (done: number, total: number): CSSProperties & Record<typeof progressDone, string> => ({
  [progressDone]: `${total > 0 ? (100 * Math.min(done, total)) / total : 0}%`,
});

interface ProgressProps {
  /** What advances, for screen readers. */
  label: string;
  done: number;
  total: number;
  /** The same in words, for example "7 of 12 answered". */
  words: ReactNode;
  /** Shown after the text, for example a sync chip. */
  trailing?: ReactNode;
}

/** A slim bar for a row; its value is beside it as text. */
export const ProgressBar = ({ done, total }: Pick<ProgressProps, 'done' | 'total'>): ReactNode => (
  <span className={`${progressTrack} ${progressSlim}`} aria-hidden="true">
    <i style={doneOf(done, total)} />
  </span>
);

/** A bar with its text, with the given role for screen readers. */
const Bar = ({
  as: role,
  label,
  done,
  total,
  words,
  trailing,
}: ProgressProps & { readonly as: 'meter' | 'progressbar' }): ReactNode => (
  <div className={progress}>
    <div
      className={progressTrack}
      role={role}
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={total}
      aria-valuenow={Math.min(done, total)}
      aria-valuetext={typeof words === 'string' ? words : undefined}
    >
      <i style={doneOf(done, total)} />
    </div>
    <div className={classes(progressLabel, trailing !== undefined && progressTrailing)}>
      <span>{words}</span>
      {trailing}
    </div>
  </div>
);

/** The used part of a space, as bar and text. */
export const Meter = (props: ProgressProps): ReactNode => <Bar as="meter" {...props} />;

export const Progress = memo(function Progress(props: ProgressProps): ReactNode {
  return <Bar as="progressbar" {...props} />;
});
