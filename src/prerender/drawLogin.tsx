import { StrictMode } from 'react';
import { renderToString } from 'react-dom/server';
import { drawAll } from '../browser/prerenderedPage.ts';
import { PrerenderedLogin } from './PrerenderedLogin.tsx';
import { showBranding } from '../browser/branding.ts';
import { changeLanguage } from '../words/index.ts';

/** The portal's sign-in as `main.tsx` first renders it. Runs in the build only. */
export const drawn = await drawAll(async (language, branding) => {
  await changeLanguage(language);
  showBranding(branding);
  return renderToString(
    <StrictMode>
      <PrerenderedLogin enter={() => Promise.resolve()} />
    </StrictMode>,
  );
});
