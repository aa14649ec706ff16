import { languageCodes } from '@portal/api';
import { StrictMode } from 'react';
import { renderToString } from 'react-dom/server';
import { drawAll } from './data/drawnPicture.ts';
import { FirstLogin } from './portal/FirstLogin.tsx';
import { showFace } from './shell/face.ts';
import { changeLanguage } from './words/index.ts';

/** The portal's sign-in as `main.tsx` begins it. Runs in the build only. */
export const drawn = await drawAll(async (language, name, hasLogo) => {
  await changeLanguage(language);
  showFace({ portalName: name, hasLogo, language: null, languages: languageCodes });
  return renderToString(
    <StrictMode>
      <FirstLogin enter={() => Promise.resolve()} />
    </StrictMode>,
  );
});
