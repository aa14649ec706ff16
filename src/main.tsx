import './ui/tokens.css.ts';
import './ui/base.css.ts';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { router } from './router.tsx';
import { pageOf } from './routes.ts';
import { showLanguage, startLanguage } from './shell/language.ts';
import { keepInstallPrompt } from './shell/install.ts';
import { guardMissingChunks } from './shell/missingChunk.ts';
import { loadWords } from './words/index.ts';

guardMissingChunks();
keepInstallPrompt();

const place = document.getElementById('root');
if (place) {
  await showLanguage(startLanguage());
  // The words of a deep link come beside its page and its answers, not after them.
  loadWords(...(pageOf(location.pathname)?.words ?? [])).catch(() => undefined);
  createRoot(place).render(
    <StrictMode>
      <RouterProvider router={router} />
    </StrictMode>,
  );
}
