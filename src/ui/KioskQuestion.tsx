import { Fragment, type ReactNode, useEffect, useRef, useState } from 'react';
import { useWords } from '../words/index.ts';
import { HouseMark } from './Brand.tsx';
import { classes } from './classes.ts';
import { Icon } from './Icon.tsx';
import { ChevronDown } from './icons.ts';
import { isVisibleNow } from './isVisibleNow.ts';
import {
  headRow,
  headTitle,
  kioskQuestion,
  listMain,
  mainEnd,
  moreBelow,
  questionFoot,
  questionHead,
  questionMain,
} from './KioskQuestion.css.ts';

interface KioskScreenProps {
  readonly head: ReactNode;
  /** Back at the start and Next at the end, always in the same position. */
  readonly actions: ReactNode;
  /** A key for the screen. Each screen has new buttons, so that a second tap meant for the previous screen's button does nothing. */
  readonly screenKey?: string;
  /** True for a list rather than a question: it begins at the top and is wider. */
  readonly isList?: boolean;
  readonly children: ReactNode;
}

/** True while the end of the content is below the visible part. */
function useMoreBelow() {
  const end = useRef<HTMLDivElement>(null);
  const foot = useRef<HTMLElement>(null);
  const [isMore, setMore] = useState(false);
  useEffect(() => {
    const [mark, bar] = [end.current, foot.current];
    if (!mark || !bar) return undefined;
    let visibility: IntersectionObserver | null = null;
    // The bar's height changes with the text size, the language and the number of its buttons.
    const sizes = new ResizeObserver(() => {
      visibility?.disconnect();
      visibility = new IntersectionObserver((changes) => setMore(!isVisibleNow(changes)), {
        rootMargin: `100000px 0px -${bar.offsetHeight}px 0px`,
      });
      visibility.observe(mark);
    });
    sizes.observe(bar);
    return () => {
      sizes.disconnect();
      visibility?.disconnect();
    };
  }, []);
  return { end, foot, isMore };
}

/** A screen of a visit: its content, and the buttons below, which are always visible. */
export function KioskScreen({ head, actions, screenKey, isList = false, children }: KioskScreenProps): ReactNode {
  const { t } = useWords();
  const { end, foot, isMore } = useMoreBelow();
  return (
    <div className={kioskQuestion}>
      {head}
      <main id="main" className={classes(questionMain, isList && listMain)} tabIndex={-1}>
        {children}
        <div ref={end} className={mainEnd} />
      </main>
      <footer ref={foot} className={questionFoot}>
        {/* The order in the document is the reading order of screen readers. */}
        {isMore ? (
          <span className={moreBelow} aria-hidden="true">
            <Icon of={ChevronDown} size="s" /> {t('core.moreBelow')}
          </span>
        ) : null}
        <Fragment key={screenKey}>{actions}</Fragment>
      </footer>
    </div>
  );
}

interface KioskQuestionProps extends Omit<KioskScreenProps, 'head'> {
  readonly title: ReactNode;
  /** Language and user. */
  readonly utilities?: ReactNode;
  /** A `Progress` in words. */
  readonly progress?: ReactNode;
  readonly mark?: ReactNode;
}

/** One question per screen: head, answer area in the middle, Back and Next below. */
export const KioskQuestion = ({ title, utilities, progress, mark, ...screen }: KioskQuestionProps): ReactNode => (
  <KioskScreen
    head={
      <header className={questionHead}>
        <div className={headRow}>
          {mark ?? <HouseMark />}
          <h1 className={headTitle}>{title}</h1>
          {utilities}
        </div>
        {progress}
      </header>
    }
    {...screen}
  />
);
