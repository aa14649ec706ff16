import type { PatientId } from '@portal/api';
import { type ReactNode, useMemo } from 'react';
import { useConnection } from '../../data/connection.ts';
import { updateNow } from '../../data/keptRecords/ahead.ts';
import type { AheadProgress } from '../../data/keptRecords/aheadProgress.ts';
import { type KeptEntry, recordsBudget } from '../../data/keptRecords/ledger.ts';
import { ShowAll, shownInShortList, useShown } from '../../records/list/ShowAll.tsx';
import { KeepProgress } from '../../records/keeping/KeepProgress.tsx';
import { Button, ButtonRow } from '../../ui/Button.tsx';
import { RefreshCw } from '../../ui/icons.ts';
import { Meter } from '../../ui/Progress.tsx';
import {
  formatDate,
  formatInstant,
  formatInstantDate,
  formatMegabytes,
  type Words,
  useWords,
} from '../../words/index.ts';
import { keptList } from './account.css.ts';
import { type CountedKeeps, type KeptRow, summaryOfKept } from './keptSummary.ts';

export interface KeptRecordsProps {
  readonly entries: readonly KeptEntry[];
  readonly signedInAt: number;
  readonly progress: AheadProgress | null;
  readonly keeps: readonly CountedKeeps[];
  readonly patientId: PatientId;
  /** The patient's name, where the reader acts for them. */
  readonly actsFor: string | null;
  readonly timeZone: string;
  readonly onDelete: () => void;
}

const instant = (at: number): string => new Date(at).toISOString();

function amountOf({ count, newest }: KeptRow, { t, locale }: Pick<Words, 't' | 'locale'>): string {
  if (count === null) return t('account.recordsWhole');
  return newest === null
    ? t('account.recordsNumber', { count })
    : t('account.recordsNewest', { count, day: formatDate(locale, newest, 'day') });
}

/** How much space the offline copy takes, how old it is, what it contains, and what can be done with it. */
export function KeptRecords({
  entries,
  signedInAt,
  progress,
  keeps,
  patientId,
  actsFor,
  timeZone,
  onDelete,
}: KeptRecordsProps): ReactNode {
  const words = useWords();
  const { t, locale } = words;
  const isOffline = useConnection() === 'offline';
  const kept = useMemo(
    () => summaryOfKept(entries, keeps, patientId, signedInAt),
    [entries, keeps, patientId, signedInAt],
  );
  const { shown, isWhole, setWhole } = useShown(kept.rows);
  const isAll = shown.length === kept.rows.length;
  const count = kept.rows.length + (kept.files === null ? 0 : 1);
  const isUnderWay = progress?.state === 'running' || progress?.state === 'waiting';
  const used = t('account.recordsSize', {
    size: formatMegabytes(locale, kept.bytes),
    budget: formatMegabytes(locale, recordsBudget),
  });
  return (
    <>
      {progress !== null && (isUnderWay || progress.state === 'stopped') ? <KeepProgress progress={progress} /> : null}
      <Meter
        label={t('account.recordsSpace')}
        done={kept.bytes}
        total={recordsBudget}
        words={used}
        trailing={
          kept.copiedAt === null ? null : (
            <span>{t('account.recordsCopy', { when: formatInstant(locale, instant(kept.copiedAt), timeZone) })}</span>
          )
        }
      />
      {actsFor === null ? null : <p>{t('account.recordsOf', { name: actsFor })}</p>}
      {kept.rows.length === 0 ? (
        isUnderWay ? null : (
          <p>{t('account.recordsNothingYet')}</p>
        )
      ) : (
        <>
          <dl className={keptList}>
            {shown.map((row) => (
              <div key={row.title}>
                <dt>{t(row.title)}</dt>
                <dd>{amountOf(row, words)}</dd>
              </div>
            ))}
            {kept.files === null || !isAll ? null : (
              <div>
                <dt>{t('account.recordsFiles')}</dt>
                <dd>{t('account.recordsFilesOf', { kept: kept.files.kept, all: kept.files.all })}</dd>
              </div>
            )}
          </dl>
          {count > shownInShortList ? (
            <div>
              <ShowAll label={t('account.showAll', { count })} isWhole={isWhole} onChange={setWhole} />
            </div>
          ) : null}
        </>
      )}
      <p>{t('account.recordsUntil', { day: formatInstantDate(locale, instant(kept.deletedAt), timeZone, 'day') })}</p>
      <ButtonRow>
        <Button
          variant="secondary"
          size="small"
          icon={RefreshCw}
          disabled={isUnderWay}
          disabledReason={isOffline ? t('account.recordsOffline') : null}
          onClick={updateNow}
        >
          {t('account.recordsUpdate')}
        </Button>
        <Button variant="dangerQuiet" size="small" onClick={onDelete}>
          {t('account.recordsEnd')}
        </Button>
      </ButtonRow>
    </>
  );
}
