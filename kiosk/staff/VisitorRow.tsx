import type { KioskVisitor } from '@portal/api';
import type { ReactNode } from 'react';
import { Button } from '../../src/ui/Button.tsx';
import { Icon } from '../../src/ui/Icon.tsx';
import { CircleCheck, Clock, Hourglass, type IconGlyph, Smartphone } from '../../src/ui/icons.ts';
import { KioskRow, KioskSide, KioskWait } from '../../src/ui/KioskRows.tsx';
import { VisuallyHidden } from '../../src/ui/VisuallyHidden.tsx';
import { formatDate, useWords } from '../../src/words/index.ts';
import { canBeStarted } from './list.ts';
import { useShownTime, useVisitWords } from './shownTime.ts';

interface VisitorRowProps {
  readonly visitor: KioskVisitor;
  readonly onStart: (visitor: KioskVisitor) => void;
}

/** One person: who, what is asked, how far it is, and what staff can do. */
export function VisitorRow({ visitor, onStart }: VisitorRowProps): ReactNode {
  const { t, locale } = useWords();
  const at = useShownTime(visitor.timeZoneId);
  const visitWords = useVisitWords(visitor.timeZoneId);
  const name = t('kiosk.fullName', { firstName: visitor.firstName, lastName: visitor.lastName });
  const born = t('kiosk.born', { date: formatDate(locale, visitor.dateOfBirth, 'medium') });
  return (
    <KioskRow
      name={name}
      details={[
        visitor.hasNamesake ? <b>{born}</b> : born,
        `${visitor.mrn} · ${visitor.facilityShortName}`,
        ...(visitor.arrivedAt === null
          ? []
          : [
              t(visitor.arrivedByPhone ? 'kiosk.arrivedByPhoneAt' : 'kiosk.arrivedAt', { time: at(visitor.arrivedAt) }),
            ]),
      ]}
      titlesLabel={t('kiosk.whatIsAsked')}
      titles={[
        ...visitor.awaitedVisits.map(({ startsAt }, index) => ({ id: `visit ${index}`, title: visitWords(startsAt) })),
        ...visitor.questionnaires.map((one, index) => ({
          id: `${index}`,
          title: <HowFar one={one} isFinished={visitor.state === 'finished'} />,
        })),
      ]}
      action={
        <KioskSide>
          <Where visitor={visitor} />
          {canBeStarted(visitor) ? (
            <Button onClick={() => onStart(visitor)}>
              {t(visitor.state === 'waiting' ? 'kiosk.start' : 'core.continue')}
              <VisuallyHidden>
                {t('kiosk.startForHidden', { name: visitor.hasNamesake ? `${name}, ${born}` : name })}
              </VisuallyHidden>
            </Button>
          ) : null}
        </KioskSide>
      }
    />
  );
}

function HowFar({
  one,
  isFinished,
}: {
  readonly one: KioskVisitor['questionnaires'][number];
  readonly isFinished: boolean;
}): ReactNode {
  const { t } = useWords();
  const { title, answeredCount, questionCount } = one;
  if (isFinished) return title;
  if (one.isSent) return t('kiosk.titleSent', { title });
  if (questionCount === 0) return title;
  return answeredCount > 0
    ? t('kiosk.titleAnswered', { title, answered: answeredCount, total: questionCount })
    : t('kiosk.titleQuestions', { title, total: questionCount });
}

/** Why it cannot be started, or where it is being answered and since when. */
function Where({ visitor }: { readonly visitor: KioskVisitor }): ReactNode {
  const { t } = useWords();
  const at = useShownTime(visitor.timeZoneId);
  const line = (icon: IconGlyph, text: string): ReactNode => (
    <KioskWait>
      <Icon of={icon} size="s" />
      <span>{text}</span>
    </KioskWait>
  );
  const { lastSavedAt, onOtherTabletSince, questionnaires } = visitor;
  if (onOtherTabletSince !== null) return line(Smartphone, t('kiosk.onOtherTablet', { time: at(onOtherTabletSince) }));
  if (visitor.state === 'finished') {
    const sent = questionnaires.length;
    if (lastSavedAt === null) return null;
    return line(
      CircleCheck,
      sent > 1 ? t('kiosk.sentAllAt', { time: at(lastSavedAt), sent }) : t('kiosk.sentAt', { time: at(lastSavedAt) }),
    );
  }
  if (!visitor.canStartByPatient) return line(Hourglass, t('kiosk.notYetActive'));
  return lastSavedAt === null ? null : line(Clock, t('kiosk.stoppedAt', { time: at(lastSavedAt) }));
}
