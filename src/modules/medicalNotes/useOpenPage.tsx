import { getMedicalNotePage, type MedicalNote, type PatientId } from '@portal/api';
import { type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { opensFilesDirectly } from '../../browser/device.ts';
import { connection } from '../../data/connection.ts';
import { openDownload } from '../../data/download.ts';
import { failureOf } from '../../data/errors.ts';
import { useExpiringLink } from '../../records/useExpiringLink.ts';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import { screenOnly } from '../../ui/text.css.ts';
import { TextLink } from '../../ui/TextLink.tsx';
import { useWords } from '../../words/index.ts';
import { firstForm, offlineFileOf } from './notes.ts';

/** A page of a note, or its whole file. */
interface PageOfNote {
  readonly note: MedicalNote;
  readonly page: number;
  readonly isWhole: boolean;
}

type Trouble =
  | (PageOfNote & { readonly kind: 'failed' | 'offline' })
  | (PageOfNote & { readonly kind: 'blocked'; readonly url: string; readonly seconds: number });

export interface OpenPage {
  readonly trouble: Trouble | null;
  readonly close: () => void;
  /** Opens a page in a new window; must be called in the handler of a press. */
  readonly open: (page: PageOfNote) => void;
  /** Called when a row was pressed: phones and tablets open a PDF in a new window. */
  readonly onRow: (note: MedicalNote) => void;
}

/** Opens pages of notes in new windows, with a ticket each; without a connection from this device's copy. */
export function useOpenPage(patientId: PatientId): OpenPage {
  const { t } = useWords();
  const [trouble, setTrouble] = useState<Trouble | null>(null);
  useExpiringLink(trouble, setTrouble);
  /** Counts the presses: the result of an earlier one is ignored. */
  const presses = useRef(0);
  const waiting = t('core.loading');
  const open = useCallback(
    (what: PageOfNote) => {
      const press = (presses.current += 1);
      setTrouble(null);
      const { note } = what;
      const { pageNumber, isWhole } =
        connection() === 'offline'
          ? offlineFileOf(note.forms, what.page)
          : { pageNumber: what.page, isWhole: what.isWhole };
      openDownload(
        getMedicalNotePage,
        { patientId, noteId: note.ptMedicalNoteId, pageNumber },
        isWhole ? { whole: 'true' } : {},
        waiting,
      ).then(
        (done) => {
          if (press === presses.current && done.kind === 'blocked') setTrouble({ ...done, ...what });
        },
        (error: unknown) => {
          const failure = failureOf(error);
          if (press === presses.current && failure?.kind !== 'sessionEnded')
            setTrouble({ kind: failure?.kind === 'offline' ? 'offline' : 'failed', ...what });
        },
      );
    },
    [patientId, waiting],
  );
  const onRow = useCallback(
    (note: MedicalNote) => {
      const form = note.forms[firstForm(note.forms)];
      if (form?.kind === 'pdf' && opensFilesDirectly(navigator)) open({ note, page: form.firstPage, isWhole: true });
    },
    [open],
  );
  const close = useCallback(() => setTrouble(null), []);
  return useMemo(() => ({ trouble, close, open, onRow }), [trouble, close, open, onRow]);
}

/** Why a page did not open, with a way to open it after all. */
export function OpenTrouble({ open: { trouble, close, open } }: { open: OpenPage }): ReactNode {
  const { t } = useWords();
  const frame = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (trouble !== null) frame.current?.scrollIntoView({ block: 'nearest' });
  }, [trouble]);
  return (
    <div ref={frame} role="status" className={screenOnly}>
      {trouble === null ? null : trouble.kind === 'blocked' ? (
        <Banner kind="warning" onClose={close}>
          <p>
            {t('medicalNotes.blocked')}{' '}
            <TextLink
              href={trouble.url}
              target="_blank"
              rel="noopener noreferrer"
              // The link works once.
              onClick={() => setTimeout(close)}
            >
              {trouble.note.documentType}
            </TextLink>
          </p>
        </Banner>
      ) : (
        <Banner kind={trouble.kind === 'offline' ? 'warning' : 'error'} onClose={close}>
          <p>{t(trouble.kind === 'offline' ? 'medicalNotes.openOffline' : 'medicalNotes.openFailed')}</p>
          <Button variant="quiet" size="small" onClick={() => open(trouble)}>
            {t('core.tryAgain')}
          </Button>
        </Banner>
      )}
    </div>
  );
}
