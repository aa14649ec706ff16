import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Banner } from '../../ui/Banner.tsx';
import { Button, ButtonRow } from '../../ui/Button.tsx';
import { Printer } from '../../ui/icons.ts';
import { classes } from '../../ui/classes.ts';
import { screenOnly, stack } from '../../ui/text.css.ts';
import { useWords } from '../../words/index.ts';
import { codeList, narrowColumn } from './secondFactor.css.ts';

/** New recovery codes, which are never shown again. */
export function RecoveryCodes({
  codes,
  isShared = false,
  onDone,
}: {
  readonly codes: readonly string[];
  /** True: the device is a tablet of many people: it prints nothing, and nothing is left in its clipboard. */
  readonly isShared?: boolean;
  readonly onDone: () => void;
}): ReactNode {
  const { t } = useWords();
  const heading = useRef<HTMLHeadingElement>(null);
  const [isCopied, setCopied] = useState(false);
  // The form, which had the focus, is gone.
  useEffect(() => heading.current?.focus(), []);
  return (
    <div className={stack}>
      <h2 ref={heading} tabIndex={-1}>
        {t('secondFactor.codesTitle')}
      </h2>
      <Banner kind="warning">{t(isShared ? 'secondFactor.codesWrite' : 'secondFactor.codesText')}</Banner>
      <ul className={codeList}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className={classes(stack, screenOnly, narrowColumn)}>
        {isShared ? null : (
          <ButtonRow>
            <Button variant="secondary" icon={Printer} onClick={() => window.print()}>
              {t('secondFactor.print')}
            </Button>
            <Button
              variant="secondary"
              onClick={() =>
                void navigator.clipboard.writeText(codes.join('\n')).then(
                  () => setCopied(true),
                  () => setCopied(false),
                )
              }
            >
              <span role="status">{t(isCopied ? 'secondFactor.copied' : 'secondFactor.copy')}</span>
            </Button>
          </ButtonRow>
        )}
        <Button onClick={onDone}>{t('secondFactor.codesDone')}</Button>
      </div>
    </div>
  );
}
