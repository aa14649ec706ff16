import { type FormEvent, StrictMode, useState } from 'react';
import { createRoot } from 'react-dom/client';
import './bare.css';

/** The least a React page with the sign-in form can be: the yardstick for bytes and times. */
function SignIn() {
  const [isPasswordShown, showPassword] = useState(false);
  const [missing, setMissing] = useState<readonly string[]>([]);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const data = new FormData(event.currentTarget);
    setMissing(['username', 'password'].filter((name) => data.get(name) === ''));
  };
  return (
    <main>
      <h1>Log in</h1>
      <form onSubmit={submit} noValidate>
        <label htmlFor="username">Username</label>
        <input id="username" name="username" autoComplete="username" aria-invalid={missing.includes('username')} />
        {missing.includes('username') && <p role="alert">Required</p>}
        <label htmlFor="password">Password</label>
        <input id="password" name="password" type={isPasswordShown ? 'text' : 'password'} autoComplete="current-password" aria-invalid={missing.includes('password')} />
        {missing.includes('password') && <p role="alert">Required</p>}
        <button type="button" onClick={() => showPassword(!isPasswordShown)}>
          Show password
        </button>
        <button type="submit">Log in</button>
      </form>
      <a href="/reset-password">Forgot your password?</a>
    </main>
  );
}

const root = document.querySelector('#root');
if (root === null) throw new Error('The page has no place for the form.');
createRoot(root).render(
  <StrictMode>
    <SignIn />
  </StrictMode>,
);

declare global {
  interface Window {
    readonly trustedTypes?: { createPolicy(name: string, rules: { createScriptURL(address: string): string }): { createScriptURL(address: string): string } };
  }
}

// The server's content security policy asks for a trusted address.
const policy = window.trustedTypes?.createPolicy('vestibule-worker', { createScriptURL: (address) => address });
if ('serviceWorker' in navigator) {
  window.addEventListener('load', () => void navigator.serviceWorker.register(policy?.createScriptURL('/worker.js') ?? '/worker.js'));
}
