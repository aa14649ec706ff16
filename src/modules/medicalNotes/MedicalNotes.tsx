import {
  type ChangedRow,
  countNewMedicalNotes,
  listMedicalNotes,
  listNoteChanges,
  lookedAtNotes,
  type MedicalNote,
  type MedicalNoteId,
  medicalNoteViewed,
  type PatientId,
  type UserId,
} from '@portal/api';
import { type ReactNode, useEffect, useId, useMemo, useRef, useState } from 'react';
import { auditOpened } from '../../data/auditOpened.ts';
import { useFacility } from '../../data/facility.ts';
import { useCall } from '../../data/query/query.ts';
import { useConnection } from '../../data/connection.ts';
import { isOffered } from '../../data/version.ts';
import { GoneLines } from '../../records/changes/GoneLines.tsx';
import { useListChanges } from '../../records/changes/useListChanges.ts';
import { ListControls, Panes, PanesHead } from '../../records/panes/Panes.tsx';
import { useTwoPanes } from '../../records/panes/useTwoPanes.ts';
import { QueryBoundary } from '../../records/QueryBoundary.tsx';
import { RecordFilters } from '../../records/table/RecordFilters.tsx';
import { useRecordRows } from '../../records/table/useRecordRows.ts';
import { useFailureMessage } from '../../records/useFailureMessage.ts';
import { useNow } from '../../data/useNow.ts';
import { dateFilters } from '../../records/dateFilter.ts';
import { usePreference } from '../../records/usePreference.ts';
import type { LinkProps } from '../../records/links.ts';
import { dayAt, zoneOf } from '../../records/zone.ts';
import { Button } from '../../ui/Button.tsx';
import { classes } from '../../ui/classes.ts';
import { Count } from '../../ui/Count.tsx';
import { Card } from '../../ui/Card.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { NotebookText, SlidersHorizontal } from '../../ui/icons.ts';
import { PageHead } from '../../ui/Page.tsx';
import { muted, small } from '../../ui/text.css.ts';
import { formatList, useWords } from '../../words/index.ts';
import { choicesIn, optionIn } from './filters.ts';
import { filterButton } from './MedicalNotes.css.ts';
import { NoteDetail } from './NoteDetail.tsx';
import { NoteList } from './NoteList.tsx';
import type { NoteRow } from './notes.ts';
import { dateFilterPreference } from './preferences.ts';
import { markReviewed } from './reading.ts';
import { OpenTrouble, useOpenPage } from './useOpenPage.tsx';

interface MedicalNotesProps {
  readonly patientId: PatientId;
  readonly userId: UserId;
  /** The reader is the patient: a representative's reading leaves the patient's new notes new. */
  readonly isOwn: boolean;
  /** The id in the address; null where it is not a note's. */
  readonly opened: { readonly id: MedicalNoteId | null } | null;
  readonly linkTo: (id: MedicalNoteId) => LinkProps;
  readonly list: LinkProps;
  /** The link to ask the care team; null where that is not possible. */
  readonly ask: LinkProps | null;
}

const none: readonly MedicalNote[] = [];
const noteIdOf = (row: ChangedRow): MedicalNoteId | null => (row.kind === 'note' ? row.noteId : null);

/** The notes about a patient, and the open one (specification 3, section 2). */
export function MedicalNotes({ patientId, userId, isOwn, opened, linkTo, list, ask }: MedicalNotesProps): ReactNode {
  const words = useWords();
  const { t, locale } = words;
  const isOnline = useConnection() === 'online';
  const zone = zoneOf(useFacility()?.timeZoneId ?? 'UTC');
  const today = dayAt(zone, useNow());
  const panelId = useId();
  const [isPanelOpen, setPanelOpen] = useState(false);
  const query = useCall(listMedicalNotes, { params: { patientId } });
  const count = useCall(countNewMedicalNotes, { params: { patientId } });
  useFailureMessage(query.data === undefined ? null : query.error);
  const notes = query.data ?? none;
  const [value, choose] = usePreference(userId, dateFilterPreference, dateFilters);
  const rows = useMemo(() => notes.map((note): NoteRow => ({ id: note.ptMedicalNoteId, note })), [notes]);
  const option = useMemo(() => optionIn(t, today, zone), [t, today, zone]);
  const choices = useMemo(() => choicesIn(t), [t]);
  const filtered = useRecordRows({ rows, option, choices }, value, locale);
  const open = useOpenPage(patientId);

  const isOpen = opened !== null;
  const isListShown = useTwoPanes() || !isOpen;
  const { changes, changeOf } = useListChanges({
    changes: useCall(listNoteChanges, { params: { patientId } }, { enabled: isOffered(listNoteChanges) }),
    looked: lookedAtNotes,
    listed: query,
    idOf: noteIdOf,
    patientId,
    isShown: isListShown,
  });
  const gone = (
    <ListControls isOpen={isOpen}>
      <GoneLines changes={changes} timeZone={zone.id} />
    </ListControls>
  );
  const note = notes.find(({ ptMedicalNoteId }) => ptMedicalNoteId === opened?.id);
  /** Audited once each time that it is opened, whatever happens to it meanwhile. */
  const told = useRef<MedicalNoteId | null>(null);
  useEffect(() => {
    if (note === undefined) told.current = null;
    else if (isOnline && told.current !== note.ptMedicalNoteId) {
      told.current = note.ptMedicalNoteId;
      const { ptMedicalNoteId, serviceDate, documentType } = note;
      auditOpened(medicalNoteViewed, userId, patientId, { ptMedicalNoteId, serviceDate, documentType });
      if (isOwn) markReviewed(patientId, note);
    }
  }, [note, isOnline, isOwn, userId, patientId]);

  const active = [
    value === 'All' ? undefined : option.options.find((one) => one.value === value)?.label,
    ...Object.values(filtered.chosen),
  ].filter((text) => typeof text === 'string');
  return (
    <>
      <PanesHead isOpen={isOpen}>
        <PageHead
          title={
            <>
              {t('medicalNotes.title')}{' '}
              <Count value={count.data ?? 0} hiddenWords={t('medicalNotes.notReviewed', { count: count.data ?? 0 })} />
            </>
          }
          end={
            notes.length === 0 ? null : (
              <ListControls isOpen={isOpen} className={filterButton}>
                <Button
                  variant="secondary"
                  size="small"
                  icon={SlidersHorizontal}
                  aria-expanded={isPanelOpen}
                  aria-controls={panelId}
                  onClick={() => setPanelOpen(!isPanelOpen)}
                >
                  {t('records.filter')}
                </Button>
                <span className={classes(muted, small)}>
                  {active.length === 0 ? t('medicalNotes.unfiltered') : formatList(locale, active)}
                </span>
              </ListControls>
            )
          }
        />
      </PanesHead>
      <QueryBoundary
        query={query}
        notFound="notYours"
        keepsData
        isEmpty={(some) => some.length === 0}
        empty={
          <>
            {gone}
            <Card>
              <EmptyState icon={NotebookText} level={2} title={t('medicalNotes.none')}>
                {t('medicalNotes.noneText')}
              </EmptyState>
            </Card>
          </>
        }
      >
        {() => (
          <>
            <ListControls isOpen={isOpen} id={panelId} hidden={!isPanelOpen}>
              <RecordFilters
                option={option}
                optionValue={value}
                onOption={choose}
                choices={choices}
                offered={filtered.offered}
                chosen={filtered.chosen}
                onChoice={filtered.choose}
              />
            </ListControls>
            {gone}
            <OpenTrouble open={open} />
            <Panes
              isOpen={isOpen}
              list={
                <NoteList
                  rows={filtered.rows}
                  total={rows.length}
                  isFiltering={filtered.isFiltering}
                  selected={note?.ptMedicalNoteId ?? null}
                  isShown={!isOpen}
                  linkTo={linkTo}
                  onPress={open.onRow}
                  changeOf={changeOf}
                  onClear={() => {
                    filtered.clear();
                    choose('All');
                  }}
                />
              }
              detail={
                note === undefined ? (
                  <Card>
                    <EmptyState
                      icon={NotebookText}
                      level={2}
                      title={t(isOpen ? 'medicalNotes.gone' : 'records.select')}
                    >
                      {t(isOpen ? 'medicalNotes.goneText' : 'medicalNotes.selectText')}
                    </EmptyState>
                  </Card>
                ) : (
                  <NoteDetail
                    key={note.ptMedicalNoteId}
                    userId={userId}
                    note={note}
                    list={list}
                    ask={ask}
                    open={open}
                  />
                )
              }
            />
          </>
        )}
      </QueryBoundary>
    </>
  );
}
