/** Path of a Chromium: PLAYWRIGHT_CHROMIUM, then one on the path, then Playwright's own download; null without any. */
export function findBrowser(): Promise<string | null>;
/** Path of a Chromium without windows: PLAYWRIGHT_HEADLESS_SHELL, then one on the path; null without any. */
export function findHeadlessShell(): string | null;
