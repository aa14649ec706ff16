import type { ContentKey } from '@portal/api';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { type MessageKey, useWords } from '../words/index.ts';
import { linkLike } from './FacilityTexts.css.ts';

const FacilityTextDialog = lazy(async () => ({ default: (await import('./FacilityTextDialog.tsx')).FacilityTextDialog }));

const texts: readonly { readonly key: ContentKey; readonly title: MessageKey }[] = [
  { key: 'TermsOfUse', title: 'core.termsOfUse' },
  { key: 'PrivacyStatement', title: 'core.privacyStatement' },
  { key: 'AccessibilityHelp', title: 'core.accessibilityHelp' },
];

/** The links of the footer; each opens the facility's own text over the page (specification 1, section 2). */
export function FacilityTexts(): ReactNode {
  const { t } = useWords();
  const [open, setOpen] = useState<(typeof texts)[number] | null>(null);
  return (
    <>
      {texts.map((text) => (
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
