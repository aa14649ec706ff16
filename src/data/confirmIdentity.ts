import { confirmPassword, type UserId } from '@portal/api';
import { failureOf, type ShownMessage, someMessageFor } from './errors.ts';
import { send } from './http.ts';

type Confirmation = 'confirmed' | 'cancelled' | 'sessionEnded' | ShownMessage;

async function outcomeOf(how: () => Promise<'confirmed' | 'cancelled' | 'failed'>): Promise<Confirmation> {
  try {
    const outcome = await how();
    return outcome === 'failed' ? { code: 'passkeyRefused', values: {} } : outcome;
  } catch (error) {
    const failure = failureOf(error);
    return failure?.kind === 'sessionEnded' ? 'sessionEnded' : someMessageFor(failure);
  }
}

/** Proves with the password who is at the page. Never rejects. */
export const confirmByPassword = (userId: UserId, password: string): Promise<Confirmation> =>
  outcomeOf(async () => {
    await send(confirmPassword, { params: { userId }, body: { password } });
    return 'confirmed';
  });

type Passkeys = Pick<typeof import('./passkeys.ts'), 'confirmWithPasskey'>;

/** The same with a passkey; `load` imports the app's own file of passkeys. Never rejects. */
export const confirmByPasskey = (userId: UserId, load: () => Promise<Passkeys>): Promise<Confirmation> =>
  outcomeOf(async () => (await load()).confirmWithPasskey(userId));
