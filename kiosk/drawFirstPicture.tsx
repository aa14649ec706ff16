import { languageCodes } from '@portal/api';
import { renderToString } from 'react-dom/server';
import { drawAll } from '../src/data/drawnPicture.ts';
import { changeLanguage } from '../src/words/index.ts';
import { showFace } from './face.ts';
import { Frame } from './Frame.tsx';
import { Page as Login } from './staff/Login.tsx';

/** The kiosk's sign-in as `main.tsx` begins it. Runs in the build only. */
export const drawn = await drawAll(async (language, name, hasLogo) => {
  await changeLanguage(language);
  showFace({ facilityName: name, hasLogo, language: null, languages: languageCodes, scheme: 'light' });
  return renderToString(<Frame><Login /></Frame>);
});
