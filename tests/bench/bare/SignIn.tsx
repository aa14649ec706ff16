import { type FormEvent, useState } from 'react';

/** The smallest React page with the sign-in form: the yardstick for bytes and times. */
export function SignIn({ onSignIn }: { readonly onSignIn?: (data: FormData) => void }) {
  const [isPasswordShown, showPassword] = useState(false);
  const [missing, setMissing] = useState<readonly string[]>([]);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const data = new FormData(event.currentTarget);
    const empty = ['username', 'password'].filter((name) => data.get(name) === '');
    setMissing(empty);
    if (empty.length === 0) onSignIn?.(data);
  };
  return (
    <main>
      <h1>Log in</h1>
      <form onSubmit={submit} noValidate>
        <label htmlFor="username">Username</label>
        <input id="username" name="username" autoComplete="username" aria-invalid={missing.includes('username')} />
        {missing.includes('username') && <p role="alert">Required</p>}
        <label htmlFor="password">Password</label>
        <input
          id="password"
          name="password"
          type={isPasswordShown ? 'text' : 'password'}
          autoComplete="current-password"
          aria-invalid={missing.includes('password')}
        />
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
