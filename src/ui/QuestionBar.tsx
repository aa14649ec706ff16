import type { ReactNode } from 'react';
import { bar, barAbove, barInner, barRow, barTitle, barWords, leaving } from './QuestionBar.css.ts';
import { IconButton } from './IconButton.tsx';
import { X } from './icons.ts';

interface QuestionBarProps {
  title: ReactNode;
  /** False when the h1 is in the page's content. */
  isHeading?: boolean;
  /** The name of the whole of which the title is a part, in small text above it. */
  above?: ReactNode;
  /** The label of the X, for example "Leave questionnaire". */
  leaveLabel: string;
  onLeave: () => void;
  /** Names the patient whose record it is, above the title's progress. */
  person?: ReactNode;
  /** Shown at the end of the title. */
  trailing?: ReactNode;
  /** True when it is part of a header that has more rows. */
  isInHeader?: boolean;
  /** A `Progress`. */
  children?: ReactNode;
}

/** The bar of full-screen work: X, title, progress. It holds the page's h1. */
export function QuestionBar({
  title,
  isHeading = true,
  above,
  leaveLabel,
  onLeave,
  person,
  trailing,
  isInHeader = false,
  children,
}: QuestionBarProps): ReactNode {
  const Frame = isInHeader ? 'div' : 'header';
  return (
    <Frame className={bar}>
      <div className={barInner}>
        <div className={barRow}>
          <span className={leaving}>
            <IconButton icon={X} label={leaveLabel} onClick={onLeave} />
          </span>
          {above ? (
            <div className={barWords}>
              <p className={barAbove}>{above}</p>
              <h1 className={barTitle}>{title}</h1>
            </div>
          ) : isHeading ? (
            <h1 className={barTitle}>{title}</h1>
          ) : (
            <p className={barTitle}>
              <b>{title}</b>
            </p>
          )}
          {trailing}
        </div>
        {person}
        {children}
      </div>
    </Frame>
  );
}
