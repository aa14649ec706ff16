import { type Facility, getFacilityText } from '@portal/api';
import type { ReactNode } from 'react';
import { useCall } from '../../data/query.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { PageHead, Section } from '../../ui/Page.tsx';
import { RichText } from '../../ui/RichText.tsx';
import { type MessageKey, useWords } from '../../words/index.ts';
import { action, facts, steps, text } from './facility.css.ts';
import { Fetched, useFailureMessage, WithFacility } from './Fetched.tsx';

const ways: readonly { readonly device: MessageKey; readonly steps: MessageKey }[] = [
  { device: 'resources.installIphone', steps: 'resources.installIphoneSteps' },
  { device: 'resources.installAndroid', steps: 'resources.installAndroidSteps' },
  { device: 'resources.installComputer', steps: 'resources.installComputerSteps' },
];
const offline: readonly MessageKey[] = ['resources.helpOfflineStart', 'resources.helpOfflineAnswers', 'resources.helpOfflinePrivate'];

export interface HelpProps {
  /** Opens the browser's own question; null where it has none or the portal is installed. */
  onInstall: (() => void) | null;
  /** The link to the page Contact us; null where the facility has none. */
  contactLink: ReactNode;
}

/** The facility's help, and how the portal itself works (rulings, section 3). Only the first part needs a connection. */
export function Help({ onInstall, contactLink }: HelpProps): ReactNode {
  const { t } = useWords();
  return (
    <>
      <PageHead title={t('shell.help')} />
      <WithFacility>
        {(facility) => (
          <>
            <FacilityHelp facility={facility} />
            <Section id="reach" title={t('resources.helpReach', { facility: facility.facilityName })}>
              <p className={text}>{contactLink === null ? t('resources.helpReachNoPage') : t('resources.helpReachText')}</p>
              {contactLink === null ? null : <div className={action}>{contactLink}</div>}
            </Section>
          </>
        )}
      </WithFacility>
      <Section id="install" title={t('resources.helpInstall')}>
        <p className={text}>{t('resources.helpInstallText')}</p>
        {onInstall === null ? null : (
          <div className={action}>
            <Button onClick={onInstall}>{t('resources.install')}</Button>
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
      <Section id="offline" title={t('resources.helpOffline')}>
        <ul className={facts}>
          {offline.map((fact) => (
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
  useFailureMessage(getFacilityText.name, asked.error);
  return (
    <Fetched asked={asked} isEmpty={({ content }) => content.trim() === ''} empty={null} lines={3}>
      {({ content }) => (
        <Card title={t('resources.helpFacility')}>
          <RichText html={content} />
        </Card>
      )}
    </Fetched>
  );
}
