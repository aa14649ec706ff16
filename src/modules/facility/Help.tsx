import { type Facility, getFacilityText } from '@portal/api';
import { type ReactNode, useEffect } from 'react';
import { useConnection } from '../../data/connection.ts';
import { useCall } from '../../data/query/query.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { PageHead, Section } from '../../ui/Page.tsx';
import { RichText } from '../../ui/RichText.tsx';
import { langOf, type MessageKey, useWords } from '../../words/index.ts';
import { action, facts, steps, text } from './facility.css.ts';
import { FacilityBoundary } from '../../records/FacilityBoundary.tsx';
import { QueryBoundary } from '../../records/QueryBoundary.tsx';

const ways: readonly { readonly device: MessageKey; readonly steps: MessageKey }[] = [
  { device: 'facility.installIphone', steps: 'facility.installIphoneSteps' },
  { device: 'facility.installAndroid', steps: 'facility.installAndroidSteps' },
  { device: 'facility.installComputer', steps: 'facility.installComputerSteps' },
];
const offline: readonly MessageKey[] = [
  'facility.helpOfflineStart',
  'facility.helpOfflineAnswers',
  'facility.helpOfflinePrivate',
];
const reading: readonly MessageKey[] = [
  'facility.helpReadingOn',
  'facility.helpReadingCopy',
  'facility.helpReadingGone',
  'facility.helpReadingWho',
  'facility.helpReadingEnds',
  'facility.helpReadingLost',
];

interface HelpProps {
  /** Opens the browser's install question; null where it has none or the portal is installed. */
  onInstall: (() => void) | null;
  /** The link to the page Contact us; null where the facility has none. */
  contactLink: ReactNode;
}

/** The facility's help, and how the portal itself works (rulings, section 3). Only the first part needs a connection. */
export function Help({ onInstall, contactLink }: HelpProps): ReactNode {
  const { t } = useWords();
  // A link from another page names a part that is rendered only after the page is shown.
  useEffect(() => document.getElementById(location.hash.slice(1))?.scrollIntoView(), []);
  return (
    <>
      <PageHead title={t('facility.help')} />
      <FacilityBoundary>
        {(facility) => (
          <>
            <FacilityHelp facility={facility} />
            <Section id="reach" title={t('facility.helpReach', { facility: facility.facilityName })}>
              <p className={text}>
                {contactLink === null ? t('facility.helpReachNoPage') : t('facility.helpReachText')}
              </p>
              {contactLink === null ? null : <div className={action}>{contactLink}</div>}
            </Section>
          </>
        )}
      </FacilityBoundary>
      <Section id="install" title={t('facility.helpInstall')}>
        <p className={text}>{t('facility.helpInstallText')}</p>
        {onInstall === null ? null : (
          <div className={action}>
            <Button onClick={onInstall}>{t('facility.install')}</Button>
          </div>
        )}
        <dl className={steps}>
          {ways.map((way) => (
            <div key={way.device}>
              <dt>{t(way.device)}</dt>
              <dd>{t(way.steps)}</dd>
            </div>
          ))}
        </dl>
      </Section>
      <Section id="offline" title={t('facility.helpOffline')}>
        <ul className={facts}>
          {offline.map((fact) => (
            <li key={fact}>{t(fact)}</li>
          ))}
        </ul>
      </Section>
      <Section id="reading-offline" title={t('facility.helpReading')}>
        <p className={text}>{t('facility.helpReadingText')}</p>
        <ul className={facts}>
          {reading.map((fact) => (
            <li key={fact}>{t(fact)}</li>
          ))}
        </ul>
      </Section>
    </>
  );
}

function FacilityHelp({ facility: { facilityId } }: { facility: Facility }): ReactNode {
  const { t, language } = useWords();
  const asked = useCall(getFacilityText, { params: { contentKey: 'Help', facilityId }, query: { language } });
  const isOffline = useConnection() === 'offline';
  // The rest of the page needs no connection.
  if (isOffline && asked.data === undefined) return null;
  return (
    <QueryBoundary query={asked} isEmpty={({ content }) => content.trim() === ''} empty={null} lines={3}>
      {({ content, language: written }) => (
        <Card title={t('facility.helpFacility')}>
          <RichText html={content} lang={langOf(written)} />
        </Card>
      )}
    </QueryBoundary>
  );
}
