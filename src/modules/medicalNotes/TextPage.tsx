import { type AnswerOf, getMedicalNoteText } from '@portal/api';
import { type ReactNode, useDeferredValue, useMemo, useRef, useState } from 'react';
import { useCall } from '../../data/query/query.ts';
import { paneFoot } from '../../records/panes/panes.css.ts';
import { QueryBoundary } from '../../records/QueryBoundary.tsx';
import { usePreference } from '../../records/usePreference.ts';
import { Button } from '../../ui/Button.tsx';
import { classes } from '../../ui/classes.ts';
import { FileDown, ChevronDown, ChevronUp, Search } from '../../ui/icons.ts';
import { findInRichText, withHits, mostHits } from '../../ui/richFind.ts';
import { RichParts, richParts } from '../../ui/RichText.tsx';
import { screenOnly } from '../../ui/text.css.ts';
import { useWords } from '../../words/index.ts';
import type { PageProps } from './pageProps.ts';
import {
  plain,
  printSizes,
  reader,
  sizeClass,
  hits as hitsClass,
  type PrintSize,
  readerBar,
  sizeField,
} from './Reader.css.ts';
import { Field } from '../../ui/Field.tsx';
import { label } from '../../ui/FieldParts.css.ts';
import { verbatim } from '../../ui/form/verbatim.ts';
import { Icon } from '../../ui/Icon.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { input } from '../../ui/Input.css.ts';
import { Segmented } from '../../ui/Segmented.tsx';
import { searchBox } from '../../ui/search.css.ts';

interface ReaderBarProps {
  readonly size: PrintSize;
  readonly onSize: (next: PrintSize) => void;
  readonly typed: string;
  /** The words that are marked, a moment behind what is typed. */
  readonly wanted: string;
  readonly onType: (next: string) => void;
  readonly hits: number;
  readonly current: number;
  readonly onHit: (index: number) => void;
}

/** The text size of a note, and the search in it. */
function ReaderBar({ size, onSize, typed, wanted, onType, hits, current, onHit }: ReaderBarProps): ReactNode {
  const { t } = useWords();
  const isSearching = wanted.trim() !== '';
  return (
    <div className={classes(readerBar, screenOnly)} role="group" aria-label={t('medicalNotes.reading')}>
      <div className={sizeField}>
        <span className={label} aria-hidden="true">
          {t('medicalNotes.printSize')}
        </span>
        <Segmented
          legend={t('medicalNotes.printSize')}
          options={printSizes.map((value) => ({ value, label: t(`medicalNotes.size_${value}`) }))}
          value={size}
          onChange={onSize}
        />
      </div>
      <Field label={t('medicalNotes.find')}>
        {(control) => (
          <div className={searchBox}>
            <Icon of={Search} size="s" />
            <input
              {...control}
              {...verbatim}
              className={input}
              type="search"
              enterKeyHint="search"
              autoComplete="off"
              value={typed}
              onChange={(event) => onType(event.currentTarget.value)}
              onKeyDown={(event) => {
                if (event.key === 'Enter' && hits > 0) onHit(event.shiftKey ? current - 1 : current + 1);
              }}
            />
          </div>
        )}
      </Field>
      <div className={hitsClass} hidden={!isSearching}>
        <span role="status">
          {isSearching
            ? hits === 0
              ? t('medicalNotes.noHits', { words: wanted })
              : t(hits >= mostHits ? 'medicalNotes.manyHits' : 'medicalNotes.hits', {
                  current: current + 1,
                  count: hits,
                  words: wanted,
                })
            : ''}
        </span>
        {hits > 1 ? (
          <>
            <IconButton icon={ChevronUp} label={t('medicalNotes.previousHit')} onClick={() => onHit(current - 1)} />
            <IconButton icon={ChevronDown} label={t('medicalNotes.nextHit')} onClick={() => onHit(current + 1)} />
          </>
        ) : null}
      </div>
    </div>
  );
}

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
