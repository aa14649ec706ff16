import { notePasskeyUsed } from '../browser/passkeys.ts';
import { setPasskeysOfPortal } from './passkeys.ts';

/*
 * Passkeys of the portal, which also open what its device keeps. Everybody imports it lazily, as `passkeys.ts`.
 */

setPasskeysOfPortal({
  // What authenticators compute the secret of a vault from. It is the same for all, so that it can be asked for before anybody has chosen a
  // passkey; each passkey gives another secret.
  extensions: { prf: { eval: { first: new TextEncoder().encode('vestibule vault') } } },
  noteUsed: notePasskeyUsed,
  openVault: (passkey) =>
    void import('./passkeyVault.ts').then(
      ({ wrapByPasskey }) => wrapByPasskey(passkey),
      () => undefined,
    ),
});

export * from './passkeys.ts';
