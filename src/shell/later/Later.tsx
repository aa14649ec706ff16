import { type ReactNode, useEffect } from 'react';
import { getSupportedLanguages } from '@portal/api';
import { loadFacility } from '../../data/facility.ts';
import { send } from '../../data/http.ts';
import { currentFace, showFace } from '../face.ts';
import { showLanguage } from '../language.ts';
import { loadFacilityWords } from '../languageAtServer.ts';
import { startLanguage } from '../startLanguage.ts';
import { loadWords, offeredOf, words } from '../../words/index.ts';
import { UpdateBar } from './UpdateBar.tsx';

/** A facility's own back end may tell its languages by the call of the specification alone (1, section 7). */
const supportedLanguages = () => send(getSupportedLanguages).then((all) => all.map(({ languageCode }) => languageCode), () => null);

/** What comes after the first picture: the messages' words, the facility's own, the worker and its updates. */
export function Later(): ReactNode {
  useEffect(() => {
    // What may have to be said later is here before the connection goes.
    loadWords('bar').catch(() => undefined);
    loadFacility().then(
      async ({ facilityPortalName, logo, defaultLanguageCode, languages, pageViews }) => {
        if (currentFace().portalName !== facilityPortalName || languages === undefined) {
          showFace({ portalName: facilityPortalName, hasLogo: logo !== null, language: defaultLanguageCode, languages: offeredOf(languages ?? (await supportedLanguages())) });
          if (!currentFace().languages.includes(words().language)) await showLanguage(startLanguage());
        }
        if (pageViews) import('./pageViews.ts').then(({ startPageViews }) => startPageViews(), () => undefined);
        return loadFacilityWords();
      },
      () => undefined,
    );
  }, []);
  return <UpdateBar />;
}
