import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import './bare.css';
import { SignIn } from './SignIn.tsx';

const root = document.querySelector('#root');
if (root === null) throw new Error('The page has no place for the form.');
createRoot(root).render(
  <StrictMode>
    <SignIn />
  </StrictMode>,
);

declare global {
  interface Window {
    readonly trustedTypes?: {
      createPolicy(
        name: string,
        rules: { createScriptURL(address: string): string },
      ): { createScriptURL(address: string): string };
    };
  }
}

// The server's content security policy requires a trusted address.
const policy = window.trustedTypes?.createPolicy('vestibule-worker', { createScriptURL: (address) => address });
if ('serviceWorker' in navigator) {
  window.addEventListener(
    'load',
    () => void navigator.serviceWorker.register(policy?.createScriptURL('/worker.js') ?? '/worker.js'),
  );
}
