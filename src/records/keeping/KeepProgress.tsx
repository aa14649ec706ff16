import type { ReactNode } from 'react';
import type { AheadProgress } from '../../data/keptRecords/aheadProgress.ts';
import { Progress } from '../../ui/Progress.tsx';
import { formatMegabytes, type Words, useWords } from '../../words/index.ts';

/** The last finished and the current module, or what the fetching waits for. */
function stepOf({ finished, current, state, waitingFor, isRefused }: AheadProgress, { t }: Pick<Words, 't'>): string {
  const last = finished.at(-1);
  switch (state) {
    case 'done':
      return t('records.keepAllDone');
    case 'stopped':
      return t(isRefused ? 'records.keepFull' : 'records.keepStopped');
    case 'waiting':
      return t(waitingFor === null ? 'records.keepWaits' : `records.keepWaits_${waitingFor}`);
    case 'running':
      if (current === null) return last === undefined ? '' : t('records.keepDone', { done: t(last) });
      return last === undefined
        ? t('records.keepNow', { now: t(current) })
        : t('records.keepDoneNow', { done: t(last), now: t(current) });
  }
}

export function KeepProgress({ progress }: { progress: AheadProgress }): ReactNode {
  const words = useWords();
  const { t, locale } = words;
  const { done, total, bytes } = progress;
  return (
    <Progress
      label={t('records.keepProgress')}
      done={done}
      total={total}
      words={t('records.keepCount', { done, total, size: formatMegabytes(locale, bytes) })}
      trailing={<span role="status">{stepOf(progress, words)}</span>}
    />
  );
}
