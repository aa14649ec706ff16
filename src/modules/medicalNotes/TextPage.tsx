import { type AnswerOf, getMedicalNoteText } from '@portal/api';
import { type ReactNode, useDeferredValue, useMemo, useRef, useState } from 'react';
import { useCall } from '../../data/query/query.ts';
import { paneFoot } from '../../records/panes/panes.css.ts';
import { QueryBoundary } from '../../records/QueryBoundary.tsx';
import { usePreference } from '../../records/usePreference.ts';
import { Button } from '../../ui/Button.tsx';
import { classes } from '../../ui/classes.ts';
import { FileDown } from '../../ui/icons.ts';
import { findInRichText, withHits } from '../../ui/richFind.ts';
import { RichParts, richParts } from '../../ui/RichText.tsx';
import { screenOnly } from '../../ui/text.css.ts';
import { useWords } from '../../words/index.ts';
import type { PageProps } from './pageProps.ts';
import { plain, printSizes, reader, sizeClass } from './Reader.css.ts';
import { ReaderBar } from './ReaderBar.tsx';

const sizePreference = 'PatientPortal_MedicalNotes_PrintSize';

/** A page of words: to select, to enlarge, to search. */
export function TextPage(props: PageProps): ReactNode {
  const { note, number } = props;
  const query = useCall(getMedicalNoteText, {
    params: { patientId: note.patientId, noteId: note.ptMedicalNoteId, pageNumber: number },
  });
  return (
    <QueryBoundary query={query} notFound="failed" isPart>
      {(text) => <Words {...props} text={text} />}
    </QueryBoundary>
  );
}

function Words({
  userId,
  note,
  number,
  page,
  open,
  text: { kind, content, language },
}: PageProps & { text: AnswerOf<typeof getMedicalNoteText> }): ReactNode {
  const { t } = useWords();
  const [size, chooseSize] = usePreference(userId, sizePreference, printSizes);
  const [typed, setTyped] = useState('');
  const [chosen, setChosen] = useState(0);
  const frame = useRef<HTMLDivElement>(null);
  const wanted = useDeferredValue(typed);
  const parts = useMemo(() => (kind === 'html' ? richParts(content) : [content]), [kind, content]);
  const hits = useMemo(() => findInRichText(parts, wanted), [parts, wanted]);
  const current = Math.min(chosen, Math.max(0, hits.length - 1));
  const marked = useMemo(() => withHits(parts, hits, current), [parts, hits, current]);
  const goTo = (index: number) => {
    const next = (index + hits.length) % hits.length;
    setChosen(next);
    frame.current?.querySelector(`mark[data-hit="${String(next)}"]`)?.scrollIntoView({ block: 'center' });
  };
  return (
    <>
      <ReaderBar
        size={size ?? printSizes[0]}
        onSize={chooseSize}
        typed={typed}
        wanted={wanted}
        onType={(next) => {
          setTyped(next);
          setChosen(0);
        }}
        hits={hits.length}
        current={current}
        onHit={goTo}
      />
      <div
        ref={frame}
        className={classes(reader, sizeClass[size ?? printSizes[0]], kind === 'text' && plain)}
        lang={language ?? undefined}
      >
        <RichParts parts={marked} />
      </div>
      {/<img\b/i.test(kind === 'html' ? content : '') ? (
        <div className={classes(paneFoot, screenOnly)}>
          <p>{t('medicalNotes.hasPictures')}</p>
          <Button
            variant="secondary"
            size="small"
            icon={FileDown}
            onClick={() => open.open({ note, page: number, isWhole: false })}
          >
            {t('medicalNotes.openPage', { page })}
          </Button>
        </div>
      ) : null}
    </>
  );
}
