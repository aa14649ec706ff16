import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Button, ButtonRow } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { ArrowDown, ArrowUp } from '../../ui/icons.ts';
import { muted, small } from '../../ui/text.css.ts';
import { classes } from '../../ui/classes.ts';
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx';
import { useWords } from '../../words/index.ts';
import { arrangeCard, arrangeEnd, arrangeList } from './HealthSummary.css.ts';
import { sectionKey } from './arrange.ts';
import type { Arranging } from './useArrangement.ts';

/** Changes the order of the sections, with two buttons for each. Every step is saved and announced at once. */
export function Arrange({
  arranging: { shown, move, reset },
  lang,
  onDone,
}: {
  arranging: Arranging;
  /** The language of the section titles. */
  lang: string | undefined;
  onDone: () => void;
}): ReactNode {
  const { t } = useWords();
  const title = useRef<HTMLHeadingElement>(null);
  const list = useRef<HTMLOListElement>(null);
  const [said, setSaid] = useState('');
  /** The focus after a step: on the moved section, at the button that moves it further or, at either end, at the other button. */
  const moved = useRef<{ readonly index: number; readonly step: -1 | 1 } | null>(null);
  useEffect(() => title.current?.focus(), []);
  useEffect(() => {
    if (moved.current === null) return;
    const { index, step } = moved.current;
    moved.current = null;
    const buttons = [...(list.current?.children[index]?.querySelectorAll('button') ?? [])];
    const [up, down] = buttons.length === 2 ? buttons : [buttons[0], buttons[0]];
    (step === -1 ? up : down)?.focus();
  }, [shown]);
  const sections = shown ?? [];
  const step = (index: number, by: -1 | 1) => {
    const section = sections[index];
    if (section === undefined) return;
    moved.current = { index: index + by, step: by };
    setSaid(t('healthSummary.moved', { section: section.title, place: index + by + 1, count: sections.length }));
    move(index, by);
  };
  return (
    <>
      <Card flush className={arrangeCard}>
        <h2 ref={title} tabIndex={-1}>
          {t('healthSummary.arrange')}
        </h2>
        <p className={classes(small, muted)}>{t('healthSummary.arrangeText')}</p>
        <ol ref={list} className={arrangeList}>
          {sections.map((section, index) => (
            <li key={sectionKey(section)}>
              <span lang={lang}>{section.title}</span>
              {index === 0 ? null : (
                <IconButton
                  icon={ArrowUp}
                  size="s"
                  label={t('healthSummary.moveUp', { section: section.title })}
                  onClick={() => step(index, -1)}
                />
              )}
              {index === sections.length - 1 ? null : (
                <IconButton
                  icon={ArrowDown}
                  size="s"
                  label={t('healthSummary.moveDown', { section: section.title })}
                  onClick={() => step(index, 1)}
                />
              )}
            </li>
          ))}
        </ol>
      </Card>
      <VisuallyHidden>
        <span role="status">{said}</span>
      </VisuallyHidden>
      <div className={arrangeEnd}>
        <ButtonRow>
          <Button onClick={onDone}>{t('form.done')}</Button>
          <Button
            variant="quiet"
            onClick={() => {
              reset();
              setSaid(t('healthSummary.wasReset'));
            }}
          >
            {t('healthSummary.arrangeReset')}
          </Button>
        </ButtonRow>
      </div>
    </>
  );
}
