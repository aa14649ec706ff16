import type { Device } from '@portal/api';
import type { ReactNode } from 'react';
import { useFacility } from '../../data/facility.ts';
import { deviceText } from '../../records/deviceText.ts';
import { providerName } from '../../browser/providerName.ts';
import { Badge } from '../../ui/Badge.tsx';
import { Button } from '../../ui/Button.tsx';
import { type IconGlyph, Monitor, Smartphone, Tablet } from '../../ui/icons.ts';
import { Row } from '../../ui/Row.tsx';
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx';
import { formatInstant, formatInstantDate, type MessageKey, type Words, useWords } from '../../words/index.ts';
import { subLine } from './account.css.ts';
import type { BrowserLine } from './browsers.ts';

const icons: Readonly<Record<Device['kind'], IconGlyph>> = {
  phone: Smartphone,
  tablet: Tablet,
  kiosk: Tablet,
  computer: Monitor,
  clinic: Monitor,
  unknown: Monitor,
};
const keepsTexts = {
  records: 'account.keepsRecords',
  unsent: 'account.keepsUnsent',
  nothing: 'account.keepsNothing',
} as const satisfies Record<string, MessageKey>;

/** The name of a browser: by its kind or, where that is not known, as it named itself. */
export const browserName = ({ device, name }: BrowserLine, words: Pick<Words, 't'>): string =>
  device.kind === 'unknown' && name !== null && name !== '' ? name : deviceText(device, words);

function usedText(
  { place, copy, isThis, isSignedOut }: BrowserLine,
  timeZone: string,
  { t, locale }: Pick<Words, 't' | 'locale'>,
): string {
  if (place === null) {
    const last = copy === null ? '' : formatInstantDate(locale, copy.lastSeenAt, timeZone, 'medium');
    return t(isSignedOut ? 'account.notSignedIn' : 'account.lastSeen', { last });
  }
  const since = formatInstant(locale, place.startedAt, timeZone);
  return isThis
    ? t('account.inUse', { since })
    : t('account.lastUsed', { last: formatInstant(locale, place.lastUsedAt, timeZone), since });
}

/** A browser, what it stores, and the buttons to end the sign-in and the copy. */
export function BrowserRow({
  line,
  timeZone,
  isOff,
  onSignOut,
  onWipe,
}: {
  line: BrowserLine;
  timeZone: string;
  isOff: boolean;
  onSignOut: () => void;
  onWipe: () => void;
}): ReactNode {
  const words = useWords();
  const { t, language } = words;
  const providers = useFacility()?.identityProviders ?? [];
  const provider = providers.find(({ key }) => key === line.place?.provider);
  const { device, place, copy, keeps, isThis } = line;
  const name = browserName(line, words);
  return (
    <Row
      icon={icons[device.kind]}
      title={
        <>
          {name} {isThis ? <Badge kind="brand">{t('account.thisPlace')}</Badge> : null}
        </>
      }
      sub={usedText(line, timeZone, words)}
      trailing={
        isThis || (place === null && copy === null) ? null : (
          <Button variant="secondary" size="small" disabled={isOff} onClick={place === null ? onWipe : onSignOut}>
            {t(place === null ? 'account.wipe' : 'account.signOut')}
            <VisuallyHidden>{t('account.signOutOf', { device: name })}</VisuallyHidden>
          </Button>
        )
      }
    >
      {keeps === null ? null : <span className={subLine}>{t(keepsTexts[keeps])}</span>}
      {place?.isByPassword ? <span className={subLine}>{t('account.byPassword')}</span> : null}
      {place === null || place.passkey === null ? null : (
        <span className={subLine}>{t('account.byPasskey', { name: place.passkey })}</span>
      )}
      {place?.isLink ? <span className={subLine}>{t('account.byLink')}</span> : null}
      {provider === undefined ? null : (
        <span className={subLine}>{t('account.byProvider', { name: providerName(provider, language) })}</span>
      )}
    </Row>
  );
}
