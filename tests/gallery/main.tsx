import '../../src/ui/tokens.css.ts';
import '../../src/ui/base.css.ts';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { loadWords } from '../../src/words/index.ts';
import { Gallery } from './Gallery.tsx';

const root = document.getElementById('root');
await loadWords('form', 'table', 'bar');
if (root)
  createRoot(root).render(
    <StrictMode>
      <Gallery />
    </StrictMode>,
  );
