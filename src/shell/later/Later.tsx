import { type ReactNode, useEffect } from 'react';
import { loadFacility } from '../../data/facility.ts';
import { currentFace, showFace } from '../face.ts';
import { loadFacilityWords } from '../languageAtServer.ts';
import { UpdateBar } from './UpdateBar.tsx';

/** What comes after the first picture: the facility's own words, the worker and its updates. */
export function Later(): ReactNode {
  useEffect(() => {
    loadFacility().then(
      ({ facilityPortalName, logo, defaultLanguageCode }) => {
        if (currentFace().portalName !== facilityPortalName) showFace({ portalName: facilityPortalName, hasLogo: logo !== null, language: defaultLanguageCode });
        return loadFacilityWords();
      },
      () => undefined,
    );
  }, []);
  return <UpdateBar />;
}
