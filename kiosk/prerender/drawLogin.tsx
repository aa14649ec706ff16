import { renderToString } from 'react-dom/server';
import { drawAll } from '../../src/browser/prerenderedPage.ts';
import { changeLanguage } from '../../src/words/index.ts';
import { showBranding } from '../../src/browser/branding.ts';
import { Frame } from '../Frame.tsx';
import { Page as Login } from '../staff/Login.tsx';

/** The kiosk's sign-in as `main.tsx` renders it first. Runs in the build only. */
export const drawn = await drawAll(async (language, branding) => {
  await changeLanguage(language);
  showBranding(branding);
  return renderToString(
    <Frame>
      <Login />
    </Frame>,
  );
});
