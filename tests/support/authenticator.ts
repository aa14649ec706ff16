import type { CDPSession, Page } from 'playwright';

/**
 * The face, finger or PIN of a device that Chromium plays, at once. `hasPrf`: it also opens what the device keeps. `transport`: `usb` is a
 * security key beside the device.
 */
export async function addAuthenticator(
  page: Page,
  {
    hasPrf = false,
    transport = 'internal',
  }: { readonly hasPrf?: boolean; readonly transport?: 'internal' | 'usb' } = {},
): Promise<{
  readonly cdp: CDPSession;
  /** Makes a copy of each of its passkeys, as somebody would who has stolen their keys; returns what puts the copies in their place. */
  readonly copyPasskeys: () => Promise<() => Promise<void>>;
  /** Whether it answers what a page asks. A login page that only suggests passkeys is answered too. */
  readonly answer: (isOn: boolean) => Promise<void>;
}> {
  const cdp = await page.context().newCDPSession(page);
  await cdp.send('WebAuthn.enable');
  const { authenticatorId } = await cdp.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      ...(hasPrf ? { ctap2Version: 'ctap2_1' as const, hasPrf } : {}),
      transport,
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return {
    cdp,
    copyPasskeys: async () => {
      const { credentials } = await cdp.send('WebAuthn.getCredentials', { authenticatorId });
      return async () => {
        await cdp.send('WebAuthn.clearCredentials', { authenticatorId });
        for (const credential of credentials) await cdp.send('WebAuthn.addCredential', { authenticatorId, credential });
      };
    },
    answer: async (enabled) => {
      await cdp.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled });
    },
  };
}
