import type { ReactNode } from 'react';
import { HouseMark } from './Brand.tsx';
import { classes } from './classes.ts';
import {
  headRow,
  headTitle,
  kioskQuestion,
  listMain,
  questionFoot,
  questionHead,
  questionMain,
} from './KioskQuestion.css.ts';

export interface KioskQuestionProps {
  title: ReactNode;
  /** Language and user. */
  utilities?: ReactNode;
  /** A `Progress` in words. */
  progress?: ReactNode;
  /** Back at the start, Next at the end, always at the same place. */
  actions: ReactNode;
  mark?: ReactNode;
  /** A list rather than a question: it begins at the top, and is wider. */
  isList?: boolean;
  children: ReactNode;
}

/** One question per screen: head, answer area in the middle, Back and Next below. */
export function KioskQuestion({
  title,
  utilities,
  progress,
  actions,
  mark,
  isList = false,
  children,
}: KioskQuestionProps): ReactNode {
  return (
    <div className={kioskQuestion}>
      <header className={questionHead}>
        <div className={headRow}>
          {mark ?? <HouseMark />}
          <h1 className={headTitle}>{title}</h1>
          {utilities}
        </div>
        {progress}
      </header>
      <main id="main" className={classes(questionMain, isList && listMain)} tabIndex={-1}>
        {children}
      </main>
      <footer className={questionFoot}>{actions}</footer>
    </div>
  );
}
