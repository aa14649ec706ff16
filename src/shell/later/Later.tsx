import { type ReactNode, useEffect } from 'react';
import { loadFacility } from '../../data/facility.ts';
import { currentFace, showFace } from '../face.ts';
import { loadFacilityWords } from '../languageAtServer.ts';
import { loadWords } from '../../words/index.ts';
import { UpdateBar } from './UpdateBar.tsx';

/** What comes after the first picture: the messages' words, the facility's own, the worker and its updates. */
export function Later(): ReactNode {
  useEffect(() => {
    // What may have to be said later is here before the connection goes.
    loadWords('bar').catch(() => undefined);
    loadFacility().then(
      ({ facilityPortalName, logo, defaultLanguageCode, pageViews }) => {
        if (currentFace().portalName !== facilityPortalName) showFace({ portalName: facilityPortalName, hasLogo: logo !== null, language: defaultLanguageCode });
        if (pageViews) import('./pageViews.ts').then(({ startPageViews }) => startPageViews(), () => undefined);
        return loadFacilityWords();
      },
      () => undefined,
    );
  }, []);
  return <UpdateBar />;
}
