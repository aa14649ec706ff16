import type { CalendarDate, Section, SectionEnd as End } from '@portal/api';
import { type ReactNode, useEffect, useRef } from 'react';
import { useConnection } from '../../data/connection.ts';
import { facilityToday } from '../../records/facilityToday.ts';
import { Button } from '../../ui/Button.tsx';
import { CalendarDays } from '../../ui/icons.ts';
import { formatDate, useWords } from '../../words/index.ts';
import { hint, rightsEnd } from './contacts.css.ts';
import { isEndOver } from './endForm.ts';
import { EndForm } from './EndFields.tsx';
import { useEndForm } from './useEndForm.ts';

interface SectionEndProps {
  readonly name: string;
  readonly section: Section;
  /** Of all sections that have one. */
  readonly ends: readonly End[];
  /** The last day of everything; null: none. */
  readonly latest: CalendarDate | null;
  /** The contact has a right in the section; what has ended is given again by its boxes. */
  readonly isGiven: boolean;
  readonly onChoose: (end: End) => Promise<void>;
}

const none = { lastDay: null, reason: null };

/** Until when the rights in one section last, and why. */
export function SectionEnd({ name, section, ends, latest, isGiven, onChoose }: SectionEndProps): ReactNode {
  const { t, locale } = useWords();
  const isOffline = useConnection() === 'offline';
  const button = useRef<HTMLButtonElement>(null);
  const end = ends.find((one) => one.section === section) ?? none;
  const today = facilityToday();
  const isOver = isEndOver(end, today);
  const { form, isOpen, open, close } = useEndForm({
    end,
    latest,
    put: (chosen) => onChoose({ section, ...chosen }),
  });
  const wasOpen = useRef(false);
  useEffect(() => {
    if (wasOpen.current && !isOpen) button.current?.focus();
    wasOpen.current = isOpen;
  }, [isOpen]);
  if (!isGiven && !isOver) return null;
  const { lastDay, reason } = end;
  const act = t(lastDay === null ? 'contacts.endChoose' : 'contacts.endChange');
  const text = [
    lastDay === null
      ? ''
      : t(isOver ? 'contacts.sectionEndWas' : 'contacts.endUntil', { date: formatDate(locale, lastDay, 'long') }),
    reason === null ? '' : t('records.youMayReason', { reason }),
  ].filter((part) => part !== '');
  return (
    <div className={rightsEnd}>
      {text.length === 0 ? null : <p className={hint}>{text.join(' ')}</p>}
      {isGiven && !isOpen ? (
        <Button
          ref={button}
          variant="quiet"
          size="small"
          icon={CalendarDays}
          disabled={isOffline}
          aria-label={t('contacts.rightIn', { right: act, section: t(`records.section_${section}`) })}
          onClick={open}
        >
          {act}
        </Button>
      ) : null}
      {isGiven && isOpen ? <EndForm form={form} name={name} onCancel={close} /> : null}
    </div>
  );
}
