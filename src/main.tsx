import './ui/base.css.ts';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { loadFacility } from './data/facility.ts';
import { startPortalData } from './data/portal.ts';
import { startPortal } from './portal/start.ts';
import { router } from './router.tsx';
import { showLanguage, startLanguage } from './shell/language.ts';
import { keepInstallPrompt } from './shell/install.ts';
import { guardMissingChunks } from './shell/missingChunk.ts';

guardMissingChunks();
keepInstallPrompt();
startPortalData();
startPortal(router);

const place = document.getElementById('root');
if (place) {
  // A facility's own back end puts nothing into the page: then its name follows when it is there.
  void loadFacility().catch(() => undefined);
  await showLanguage(startLanguage());
  createRoot(place).render(
    <StrictMode>
      <RouterProvider router={router} />
    </StrictMode>,
  );
}
