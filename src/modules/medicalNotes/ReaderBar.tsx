import type { ReactNode } from 'react';
import { classes } from '../../ui/classes.ts';
import { Field } from '../../ui/Field.tsx';
import { label } from '../../ui/FieldParts.css.ts';
import { verbatim } from '../../ui/form/verbatim.ts';
import { Icon } from '../../ui/Icon.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { ChevronDown, ChevronUp, Search } from '../../ui/icons.ts';
import { input } from '../../ui/Input.css.ts';
import { mostHits } from '../../ui/richFind.ts';
import { Segmented } from '../../ui/Segmented.tsx';
import { screenOnly } from '../../ui/text.css.ts';
import { useWords } from '../../words/index.ts';
import { hits as hitsClass, type PrintSize, printSizes, readerBar, search, sizeField } from './Reader.css.ts';

export interface ReaderBarProps {
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
export function ReaderBar({ size, onSize, typed, wanted, onType, hits, current, onHit }: ReaderBarProps): ReactNode {
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
          <div className={search}>
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
