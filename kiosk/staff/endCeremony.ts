/** Ends what the browser asks of a passkey at the moment: whoever touches the tablet next must not answer it. */
export const endCeremony = (): void =>
  void import('../../src/data/passkeys.ts').then(
    ({ cancelPasskeys }) => cancelPasskeys(),
    () => undefined,
  );
