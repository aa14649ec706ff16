/**
 * Tests that are slow and rarely fail: `npm run test:long` runs them, `npm test` the others. A rule belongs here only if a quicker test
 * notices its common mistakes. `.ci/run` calls both.
 */
export const longIntegration: readonly string[] = [
  'tests/walls/walls.test.ts',
  'server/http/cutRequests.test.ts',
  'server/http/stalledBodies.test.ts',
  'server/db/lifecycle.test.ts',
  'server/db/outage.test.ts',
  'server/db/rolling.test.ts',
];

/** Below `tests/e2e`. */
export const longBrowser: readonly string[] = [
  'faults/*.spec.ts',
  '*/pages.spec.ts',
  '*/languages.spec.ts',
  'portal/installable.spec.ts',
  'portal/instrument.spec.ts',
  'portal/sample-module.spec.ts',
];
