import type { ReactNode } from 'react';
import { HouseMark } from './Brand.tsx';
import { headRow, headTitle, kioskQuestion, questionFoot, questionHead, questionMain } from './KioskQuestion.css.ts';

export interface KioskQuestionProps {
  title: ReactNode;
  /** Language and user. */
  utilities?: ReactNode;
  /** A `Progress` in words. */
  progress?: ReactNode;
  /** Back at the start, Next at the end, always at the same place. */
  actions: ReactNode;
  mark?: ReactNode;
  children: ReactNode;
}

/** One question per screen: head, answer area in the middle, Back and Next below. */
export function KioskQuestion({ title, utilities, progress, actions, mark, children }: KioskQuestionProps): ReactNode {
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
      <main id="main" className={questionMain} tabIndex={-1}>
        {children}
      </main>
      <footer className={questionFoot}>{actions}</footer>
    </div>
  );
}
