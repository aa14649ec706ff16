import { type ComponentType, type ReactNode, useEffect } from 'react';
import { getSupportedLanguages, phoneHref, phoneShown } from '@portal/api';
import { loadFacility } from '../../data/facility.ts';
import { fetchCall } from '../../data/fetchCall.ts';
import { brandingOfFacility, currentBranding, showBranding } from '../../browser/branding.ts';
import { showLanguage } from '../../browser/showLanguage.ts';
import { loadFacilityWords } from './languageAtServer.ts';
import { startLanguage } from '../../browser/startLanguage.ts';
import { loadWords, words } from '../../words/index.ts';
import { UpdateBar } from './UpdateBar.tsx';
import { useProofQuestion } from '../../data/useProofQuestion.ts';
import type { ProofDialogProps } from '../dialogs/ProofElsewhere.tsx';

const loadProofDialog = (): Promise<ComponentType<ProofDialogProps> | null> =>
  Promise.all([import('../dialogs/ProofDialog.tsx'), loadWords('layout', 'form')]).then(
    ([{ ProofDialog }]) => ProofDialog,
    () => null,
  );

/** Asks for the password when a call was refused for want of it; the call waits behind the dialog with what was typed. */
function ProofOfPresence(): ReactNode {
  const question = useProofQuestion(loadProofDialog);
  return question === null ? null : <question.Dialog onAnswer={question.answer} />;
}

/** A facility's own back end may give its languages only through the specification's call (1, section 7). */
const supportedLanguages = () =>
  fetchCall(getSupportedLanguages, {}).then(
    (all) => all.map(({ languageCode }) => languageCode),
    () => null,
  );

/** What is loaded after the first paint: texts of the message bar, the facility's own texts, the service worker and its updates. */
export function Deferred(): ReactNode {
  useEffect(() => {
    // Loaded now, so that messages can be shown when the connection is lost.
    loadWords('bar').catch(() => undefined);
    loadFacility().then(
      async (facility) => {
        const { facilityPortalName, languages, pageViews, phone } = facility;
        if (currentBranding().portalName !== facilityPortalName || languages === undefined) {
          const href = phone === null ? null : phoneHref(phone);
          showBranding(
            brandingOfFacility(
              facility,
              languages === undefined ? await supportedLanguages() : null,
              phone === null || href === null ? null : { shown: phoneShown(phone), href },
            ),
          );
          if (!currentBranding().languages.includes(words().language)) await showLanguage(startLanguage());
        }
        if (pageViews)
          import('./pageViews.ts').then(
            ({ startPageViews }) => startPageViews(),
            () => undefined,
          );
        return loadFacilityWords();
      },
      () => undefined,
    );
  }, []);
  return (
    <>
      <UpdateBar />
      <ProofOfPresence />
    </>
  );
}
