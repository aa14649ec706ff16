import type { RecordChange } from '@portal/api';
import type { ReactNode } from 'react';
import { Banner } from '../../ui/Banner.tsx';
import { useWords } from '../../words/index.ts';
import { goneLines } from './changes.css.ts';
import { beforeText, changedOn, changeName } from './changeText.ts';

/** Above a list: what its sources took back or list no more since its reader last looked. */
export function GoneLines({ changes, timeZone }: { changes: readonly RecordChange[]; timeZone: string }): ReactNode {
  const words = useWords();
  const { t } = words;
  const gone = changes.filter(({ row }) => row.kind === 'none');
  if (gone.length === 0) return null;
  return (
    <div className={goneLines}>
      <Banner kind="info" title={t('records.goneTitle')}>
        <ul>
          {gone.map((change) => {
            const { key, kind, source } = change;
            const [name, date] = [changeName(words, change), changedOn(words, change, timeZone)];
            const before = beforeText(words, change, timeZone);
            return (
              <li key={key}>
                {source === null
                  ? t('records.goneOn', { name, date })
                  : t(kind === 'gone' ? 'records.goneBy' : 'records.leftOutBy', { name, source, date })}
                {before === null ? '' : ` ${before}`}
              </li>
            );
          })}
        </ul>
      </Banner>
    </div>
  );
}
