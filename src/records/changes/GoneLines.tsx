import type { RecordChange } from '@portal/api';
import type { ReactNode } from 'react';
import { Banner } from '../../ui/Banner.tsx';
import { useWords } from '../../words/index.ts';
import { goneLines } from './changes.css.ts';
import { beforeText, changedOn, changeName } from './changeText.ts';

/** Above a list: what its sources took back since its reader last looked. */
export function GoneLines({ changes, timeZone }: { changes: readonly RecordChange[]; timeZone: string }): ReactNode {
  const words = useWords();
  const { t } = words;
  const gone = changes.filter(({ kind }) => kind === 'gone');
  if (gone.length === 0) return null;
  return (
    <div className={goneLines}>
      <Banner kind="info" title={t('records.goneTitle')}>
        <ul>
          {gone.map((change) => {
            const { key, source } = change;
            const [name, date] = [changeName(words, change), changedOn(words, change, timeZone)];
            const before = beforeText(words, change, timeZone);
            return (
              <li key={key}>
                {source === null ? t('records.goneOn', { name, date }) : t('records.goneBy', { name, source, date })}
                {before === null ? '' : ` ${before}`}
              </li>
            );
          })}
        </ul>
      </Banner>
    </div>
  );
}
