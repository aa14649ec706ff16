import type { MedicalNote, MedicalNoteId, RecordChange } from '@portal/api';
import { memo, type ReactNode, useId, useMemo, useRef } from 'react';
import { useFacility } from '../../data/facility.ts';
import { useMissing } from '../../data/keptRecords/readable.ts';
import { ChangeLine } from '../../records/changes/ChangeLine.tsx';
import type { ChangeOf } from '../../records/changes/useListChanges.ts';
import { RowNotKept } from '../../records/kept/RowNotKept.tsx';
import { type GroupDrawing, ProgressiveGroups } from '../../records/list/ProgressiveGroups.tsx';
import { useReturnToRow } from '../../records/list/useReturnToRow.ts';
import { paneFoot, paneList, paneRow, paneTitle } from '../../records/panes/panes.css.ts';
import { useNow } from '../../data/useNow.ts';
import type { LinkProps } from '../../records/links.ts';
import { dayAt, type Zone, zoneOf } from '../../records/zone.ts';
import { Badge } from '../../ui/Badge.tsx';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { Chevron } from '../../ui/Chevron.tsx';
import { classes } from '../../ui/classes.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { NotebookText, Pencil } from '../../ui/icons.ts';
import { row, rowMain, rowSub, rowTitle } from '../../ui/Row.css.ts';
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx';
import { formatInstantDate, useWords, type Words } from '../../words/index.ts';
import { rowSays, stretch, unbroken } from './MedicalNotes.css.ts';
import { pagesToKeep } from './keeps.ts';
import { type NoteRow, versionOf } from './notes.ts';
import { listDay } from './serviceDay.ts';

/** The estimated height of a row, in rem, until the browser has drawn it. */
const rowHeight = 4.25;

interface NoteListProps {
  readonly rows: readonly NoteRow[];
  /** The number of notes without any filter. */
  readonly total: number;
  readonly isFiltering: boolean;
  readonly selected: MedicalNoteId | null;
  /** False where a small screen shows a note instead. */
  readonly isShown: boolean;
  readonly linkTo: (id: MedicalNoteId) => LinkProps;
  /** Called while the press still counts, for a browser that opens a page in a new window. */
  readonly onPress: (note: MedicalNote) => void;
  readonly onClear: () => void;
  readonly changeOf: ChangeOf<MedicalNoteId>;
}

/** All notes that pass the filters, newest first, with how many there are. */
export function NoteList({
  rows,
  total,
  isFiltering,
  selected,
  isShown,
  linkTo,
  onPress,
  onClear,
  changeOf,
}: NoteListProps): ReactNode {
  const words = useWords();
  const { t } = words;
  const titleId = useId();
  const zone = zoneOf(useFacility()?.timeZoneId ?? 'UTC');
  const today = dayAt(zone, useNow());
  const frame = useRef<HTMLDivElement>(null);
  const missing = useMissing();
  useReturnToRow(frame, selected, isShown);
  const drawing = useMemo(
    (): GroupDrawing<NoteRow, MedicalNoteId> => ({
      sizeOf: () => 1,
      hasMark: ({ id }, mark) => id === mark,
      leastInStretch: 20,
      stretchClassName: stretch,
      stretchRole: 'none',
      heightOf: ({ items }) => `${items * rowHeight}rem`,
      draw: ({ id, note }, _, mark) => (
        <div key={id} role="listitem">
          <Note
            words={words}
            note={note}
            zone={zone}
            today={today}
            isCurrent={id === mark}
            isMissing={pagesToKeep(note).every(({ call, input }) => missing(call, input) !== null)}
            change={changeOf(id)}
            link={linkTo(id)}
            onPress={onPress}
          />
        </div>
      ),
    }),
    [words, zone, today, linkTo, onPress, missing, changeOf],
  );
  return (
    <section aria-labelledby={titleId}>
      <Card flush className={paneList}>
        <h2 className={paneTitle} id={titleId}>
          {t('medicalNotes.title')}
        </h2>
        {rows.length === 0 ? (
          <EmptyState icon={NotebookText} level={3} title={t('medicalNotes.none')}>
            {t('medicalNotes.olderOnes', { count: total })}
          </EmptyState>
        ) : (
          <div ref={frame} role="list" aria-labelledby={titleId}>
            <ProgressiveGroups groups={rows} drawing={drawing} mark={selected} isLong={rows.length > 40} />
          </div>
        )}
      </Card>
      <div className={paneFoot}>
        <p role="status">
          {isFiltering
            ? t('medicalNotes.shown', { count: rows.length, total })
            : t('medicalNotes.counted', { count: total })}
        </p>
        {isFiltering ? (
          <Button variant="quiet" size="small" onClick={onClear}>
            {t('medicalNotes.showAll')}
          </Button>
        ) : null}
      </div>
    </section>
  );
}

interface NoteProps {
  /** A property and not a hook: thousands of components that subscribe to the language are slow to mount. */
  readonly words: Words;
  readonly note: MedicalNote;
  readonly zone: Zone;
  readonly today: number;
  readonly isCurrent: boolean;
  readonly isMissing: boolean;
  readonly change: RecordChange | undefined;
  readonly link: LinkProps;
  readonly onPress: (note: MedicalNote) => void;
}

const Note = memo(function Note({
  words,
  note,
  zone,
  today,
  isCurrent,
  isMissing,
  change,
  link,
  onPress,
}: NoteProps): ReactNode {
  const { t, locale } = words;
  const { serviceDate, authoredBy, documentType, changedAt, isReviewedByPatient } = note;
  const date = serviceDate === null ? null : listDay(locale, serviceDate, zone, today);
  // Who acts for the patient has no marks of reading, only what came in since they looked.
  const isNew = !isReviewedByPatient || change?.kind === 'new';
  const isToldBelow = change !== undefined && change.kind !== 'new';
  const version = isToldBelow ? null : versionOf(note);
  return (
    <a
      href={link.href}
      className={classes(row, paneRow)}
      data-new={isNew || undefined}
      aria-current={isCurrent || undefined}
      onClick={(event) => {
        link.onClick(event);
        if (event.defaultPrevented) onPress(note);
      }}
    >
      <span className={rowMain}>
        <span className={rowTitle}>{documentType}</span>
        <span className={rowSub}>
          {authoredBy}
          {authoredBy !== null && date !== null ? ' · ' : ''}
          {date === null ? null : <span className={unbroken}>{date}</span>}
        </span>
        {version === null ? null : (
          <span className={rowSays}>
            <Icon of={Pencil} size="xs" />
            {changedAt === null
              ? t(version.text)
              : t(version.textOn, { date: formatInstantDate(locale, changedAt, zone.id, 'medium') })}
          </span>
        )}
        {change === undefined ? null : <ChangeLine words={words} change={change} timeZone={zone.id} />}
        {isMissing ? <RowNotKept words={words} /> : null}
      </span>
      {isNew ? (
        <Badge kind="new">
          {t('medicalNotes.new')}
          <VisuallyHidden>{t('medicalNotes.newHidden')}</VisuallyHidden>
        </Badge>
      ) : null}
      <Chevron />
    </a>
  );
});
