import { npm } from './setup.mjs';

const kinds = ['critical', 'high', 'moderate', 'low', 'info'];

/** One line about what `npm audit --json` printed, and one for each package with a known fault. */
export function knownFaults(output) {
  let report;
  try {
    report = JSON.parse(output);
  } catch {
    report = {};
  }
  const found = report.vulnerabilities;
  // A registry without this service, or no network, answers with another object and the same exit code.
  if (report.auditReportVersion === undefined || found === undefined)
    return ['Known faults of packages: the registry does not answer. Ask again before you install.'];
  const rows = Object.values(found).toSorted((a, b) => kinds.indexOf(a.severity) - kinds.indexOf(b.severity));
  if (rows.length === 0) return ['Known faults of packages: none.'];
  return [
    `Known faults of packages: ${rows.length}. server/docs/security.md says within which time each is mended.`,
    ...rows.map(({ name, severity, range }) => `  ${severity}: ${name} ${range}`),
  ];
}

/** Asks the registry for known faults of the packages in a folder's lock file. Never fails. */
export async function askKnownFaults(folder) {
  const { output } = await npm(
    ['audit', '--json', '--omit=dev', '--package-lock-only', '--fetch-retries=0', '--fetch-timeout=20000'],
    { cwd: folder },
  );
  return knownFaults(output);
}
