import './ui/tokens.css.ts';
import './ui/base.css.ts';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { router } from './router.tsx';
import { showLanguage, startLanguage } from './shell/language.ts';
import { keepInstallPrompt } from './shell/install.ts';
import { guardMissingChunks } from './shell/missingChunk.ts';

guardMissingChunks();
keepInstallPrompt();

const place = document.getElementById('root');
if (place) {
  await showLanguage(startLanguage());
  createRoot(place).render(
    <StrictMode>
      <RouterProvider router={router} />
    </StrictMode>,
  );
}
