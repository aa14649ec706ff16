/** Path of a Chromium: PLAYWRIGHT_CHROMIUM, then one on the path, then Playwright's own download; null without any. */
export function findBrowser(): Promise<string | null>;
