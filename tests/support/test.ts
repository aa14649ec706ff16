import { type Page, expect, test as base } from 'playwright/test';
import { type Facility, demoPassword, startFacility } from './facility.ts';
import { signIn } from './signIn.ts';
import { text } from './texts.ts';

export { expect, text };
export { textPattern } from './texts.ts';
export * as network from './proxy.ts';
export { demoPassword } from './facility.ts';

/** Signs in on the portal (or the kiosk: `at: facility.kioskUrl, path: '/kioskLogin'`) in the page's own form. */
export const signInAs = (
  page: Page,
  facility: Facility,
  username: string,
  { password = demoPassword, path, at = facility.portalUrl }: { password?: string; path?: string; at?: string } = {},
): Promise<void> => signIn(page, at, { username, password }, path);

/**
 * Playwright's `test` with a facility: one separate server per test file on a new copy of the demo database, behind a network that is reset
 * to normal before each test.
 */
export const test = base.extend<
  { facility: Facility; noPageErrors: void },
  { facilities: (file: string) => Promise<Facility> }
>({
  facilities: [
    // oxlint-disable-next-line no-empty-pattern -- the runner reads the names of the fixtures from the pattern
    async ({}, provide) => {
      let current: { file: string; facility: Promise<Facility> } | null = null;
      const stop = async () => (await current?.facility)?.stop();
      await provide(async (file) => {
        if (current?.file !== file) {
          await stop();
          current = { file, facility: startFacility() };
        }
        return current.facility;
      });
      await stop();
    },
    { scope: 'worker' },
  ],
  facility: async ({ facilities }, provide, testInfo) => {
    const facility = await facilities(testInfo.file);
    await Promise.all([facility.portal.set({ kind: 'pass' }), facility.kiosk.set({ kind: 'pass' })]);
    await provide(facility);
  },
  /** Fails a test whose page threw an error or violated its own content security policy. */
  noPageErrors: [
    async ({ context }, provide) => {
      const problems: string[] = [];
      context.on('weberror', (error) => problems.push(`uncaught: ${error.error().stack ?? error.error().message}`));
      context.on('console', (message) => {
        // A file that the browser shows by itself uses the browser's own styles, which the file's policy refuses too.
        const isOfBrowser = message.page()?.url().includes('/api/') === true && /inline style/.test(message.text());
        if (
          !isOfBrowser &&
          message.type() === 'error' &&
          /Content Security Policy|Trusted ?Types|TrustedHTML|TrustedScript/i.test(message.text())
        )
          problems.push(message.text());
      });
      await provide();
      expect(problems).toEqual([]);
    },
    { auto: true },
  ],
});
