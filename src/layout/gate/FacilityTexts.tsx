import type { ContentKey } from '@portal/api';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { type MessageKey, useWords } from '../../words/index.ts';
import { linkLike } from './FacilityTexts.css.ts';

const FacilityTextDialog = lazy(async () => ({
  default: (await import('../dialogs/FacilityTextDialog.tsx')).FacilityTextDialog,
}));

interface Text {
  readonly key: ContentKey;
  readonly title: MessageKey;
}

const texts: readonly Text[] = [
  { key: 'TermsOfUse', title: 'core.termsOfUse' },
  { key: 'PrivacyStatement', title: 'core.privacyStatement' },
  { key: 'AccessibilityHelp', title: 'core.accessibilityHelp' },
];

/** The links of the footer; each opens the facility's own text over the page (specification 1, section 2). */
export const FacilityTexts = (): ReactNode => <Texts texts={texts} />;

const help: readonly Text[] = [{ key: 'Help', title: 'core.help' }];

/** Opens the facility's help over the page, where no menu leads to the help page. */
export const HelpText = (): ReactNode => <Texts texts={help} />;

function Texts({ texts: listed }: { texts: readonly Text[] }): ReactNode {
  const { t } = useWords();
  const [open, setOpen] = useState<Text | null>(null);
  return (
    <>
      {listed.map((text) => (
        <button key={text.key} type="button" className={linkLike} aria-haspopup="dialog" onClick={() => setOpen(text)}>
          {t(text.title)}
        </button>
      ))}
      {open === null ? null : (
        <Suspense>
          <FacilityTextDialog contentKey={open.key} title={t(open.title)} onClose={() => setOpen(null)} />
        </Suspense>
      )}
    </>
  );
}
