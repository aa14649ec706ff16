import type { RememberedBrowserId, SecondFactor } from '@portal/api';
import type { ReactNode } from 'react';
import { deviceText } from '../../records/deviceText.ts';
import { Badge } from '../../ui/Badge.tsx';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { Row, Rows } from '../../ui/Row.tsx';
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx';
import { formatInstantDate, useWords } from '../../words/index.ts';

/** The browsers that are not asked for a second step, each with a button that ends that. */
export function RememberedBrowsers({
  browsers,
  timeZone,
  isOff,
  onForget,
}: {
  readonly browsers: SecondFactor['browsers'];
  readonly timeZone: string;
  readonly isOff: boolean;
  readonly onForget: (id: RememberedBrowserId) => void;
}): ReactNode {
  const words = useWords();
  const { t, locale } = words;
  return (
    <Card title={t('secondFactor.browsers')}>
      {browsers.length === 0 ? (
        <p>{t('secondFactor.noBrowsers')}</p>
      ) : (
        <Rows label={t('secondFactor.browsers')}>
          {browsers.map(({ rememberedBrowserId, device, until, isThis }) => (
            <Row
              key={rememberedBrowserId}
              title={
                <>
                  {deviceText(device, words)}{' '}
                  {isThis ? <Badge kind="brand">{t('secondFactor.thisBrowser')}</Badge> : null}
                </>
              }
              sub={t('secondFactor.until', { day: formatInstantDate(locale, until, timeZone, 'long') })}
              trailing={
                <Button variant="secondary" size="small" disabled={isOff} onClick={() => onForget(rememberedBrowserId)}>
                  {t('secondFactor.askAgain')}
                  <VisuallyHidden>{t('secondFactor.askAgainIn', { device: deviceText(device, words) })}</VisuallyHidden>
                </Button>
              }
            />
          ))}
        </Rows>
      )}
    </Card>
  );
}
