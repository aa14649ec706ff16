/**
 * What `npm test` runs of the slow tests, and what it leaves to `npm run test:long`. `.ci/run` calls both. A rule may be tested in the long run alone
 * only if a quicker test notices its common mistakes.
 */
export const longIntegration: readonly string[] = [
  'tests/walls/walls.test.ts',
  'server/**/killed.test.ts',
  'server/hl7/fuzzed.test.ts',
  'server/admin/backup.test.ts',
  'server/admin/database.test.ts',
  'server/http/cutRequests.test.ts',
  'server/http/stalledBodies.test.ts',
  'server/metrics/alerts.test.ts',
  'server/start/cells.test.ts',
  'server/session/stolenPasswords.test.ts',
  'server/db/clientCertificate.test.ts',
  'server/db/cluster.test.ts',
  'server/db/failover.test.ts',
  'server/db/lifecycle.test.ts',
  'server/db/migrate.test.ts',
  'server/db/outage.test.ts',
  'server/db/pooler.test.ts',
  'server/db/roles.test.ts',
  'server/db/rolling.test.ts',
  'server/start/release.test.ts',
];

/** Below `tests/e2e`: the flows of every day. All other browser tests are in the long run. */
export const dailyBrowser: readonly string[] = [
  'kiosk/{flow,check-in}.spec.ts',
  'parts/navigation.spec.ts',
  'portal/{smoke,sign-in,dashboard,answers,test-results,secure-messages,kept-records}.spec.ts',
];
