import { expect, test } from 'vitest';
import { knownFaults } from './knownFaults.mjs';

const report = (vulnerabilities: object): string => JSON.stringify({ auditReportVersion: 2, vulnerabilities });

test('a release says which packages have known faults, the heaviest first', () => {
  expect(knownFaults(report({}))).toEqual(['Known faults of packages: none.']);
  expect(
    knownFaults(
      report({
        one: { name: 'one', severity: 'low', range: '<1.2.0' },
        two: { name: 'two', severity: 'critical', range: '*' },
        three: { name: 'three', severity: 'high', range: '3.0.0 - 3.1.4' },
      }),
    ),
  ).toEqual([
    'Known faults of packages: 3. server/docs/security.md says within which time each is mended.',
    '  critical: two *',
    '  high: three 3.0.0 - 3.1.4',
    '  low: one <1.2.0',
  ]);
});

test('a registry that does not answer is said, and is no "none"', () => {
  for (const output of ['', 'npm error audit endpoint returned an error', '{"message":"404","error":{}}', '{}'])
    expect(knownFaults(output)).toEqual([expect.stringContaining('does not answer')]);
});
