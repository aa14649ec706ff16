import { type CSSProperties, type ReactNode, memo } from 'react';
import { progress, progressLabel, progressTrack } from './Progress.css.ts';

export interface ProgressProps {
  /** What advances, for screen readers. */
  label: string;
  done: number;
  total: number;
  /** The same in words, for example "7 of 12 answered". */
  words: ReactNode;
  /** Stands at the end of the words, for example a sync chip. */
  trailing?: ReactNode;
}

/** A bar with its words. */
export const Progress = memo(function Progress({ label, done, total, words, trailing }: ProgressProps): ReactNode {
  const style: CSSProperties & Record<'--done', string> = { '--done': `${total > 0 ? (100 * Math.min(done, total)) / total : 0}%` };
  return (
    <div className={progress}>
      <div className={progressTrack} role="progressbar" aria-label={label} aria-valuemin={0} aria-valuemax={total} aria-valuenow={Math.min(done, total)} aria-valuetext={typeof words === 'string' ? words : undefined}>
        <i style={style} />
      </div>
      <div className={progressLabel}>
        <span>{words}</span>
        {trailing}
      </div>
    </div>
  );
});
