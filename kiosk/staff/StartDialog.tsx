import type { KioskVisitor } from '@portal/api';
import type { ReactNode } from 'react';
import { Banner } from '../../src/ui/Banner.tsx';
import { Button } from '../../src/ui/Button.tsx';
import { Card } from '../../src/ui/Card.tsx';
import { Dialog } from '../../src/ui/dialog/Dialog.tsx';
import { Icon } from '../../src/ui/Icon.tsx';
import { CalendarDays, ClipboardList, ShieldCheck, Smartphone } from '../../src/ui/icons.ts';
import { KioskActions } from '../../src/ui/KioskCard.tsx';
import { Row, Rows } from '../../src/ui/Row.tsx';
import { noted } from '../../src/ui/Status.css.ts';
import { formatDate, formatPersonName, useWords } from '../../src/words/index.ts';
import { openQuestionnairesOf } from './list.ts';
import { useShownTime, useVisitWords } from './shownTime.ts';

interface StartDialogProps {
  readonly visitor: KioskVisitor;
  /** Since when another tablet has the patient, if the server said so at the first try. */
  readonly onOtherTabletSince: string | null;
  readonly onCancel: () => void;
  readonly onStart: () => void;
}

/** The last question before the tablet is handed over: who, and what will be asked. */
export default function StartDialog({ visitor, onOtherTabletSince, onCancel, onStart }: StartDialogProps): ReactNode {
  const { t, locale } = useWords();
  const at = useShownTime(visitor.timeZoneId);
  const visitWords = useVisitWords(visitor.timeZoneId);
  return (
    <Dialog
      alert
      title={t('kiosk.startTitle', { name: formatPersonName(locale, visitor) })}
      description={`${t('kiosk.born', { date: formatDate(locale, visitor.dateOfBirth, 'medium') })} · ${visitor.mrn}`}
      onClose={onCancel}
      actions={
        <KioskActions>
          <Button variant="secondary" onClick={onCancel}>
            {t('core.cancel')}
          </Button>
          <Button onClick={onStart}>{t(onOtherTabletSince === null ? 'kiosk.start' : 'kiosk.startHere')}</Button>
        </KioskActions>
      }
    >
      {onOtherTabletSince === null ? null : (
        <Banner kind="warning" icon={Smartphone} title={t('kiosk.onOtherTablet', { time: at(onOtherTabletSince) })}>
          {t('kiosk.startElsewhere')}
        </Banner>
      )}
      <Card flush>
        <Rows label={t('kiosk.whatIsAsked')}>
          {visitor.awaitedVisits.map(({ startsAt }, index) => (
            <Row key={index} icon={CalendarDays} title={visitWords(startsAt)} />
          ))}
          {openQuestionnairesOf(visitor).map(({ title }, index) => (
            <Row key={`${index} ${title}`} icon={ClipboardList} title={title} />
          ))}
        </Rows>
      </Card>
      <p className={noted}>
        <Icon of={ShieldCheck} />
        <span>{t('kiosk.startNote')}</span>
      </p>
    </Dialog>
  );
}
