import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type CallShape, calls } from '@portal/api';
import { expect, test } from 'vitest';
import { startExporter } from './exporter.ts';

const fileOf = (name: string): string =>
  readFileSync(fileURLToPath(new URL(`../docs/monitoring/${name}`, import.meta.url)), 'utf8');

/** What `/metrics` gives of a server that has done nothing yet. */
async function exportedText(): Promise<string> {
  const exporter = startExporter({
    pool: { load: () => ({ open: 0, inUse: 0, waiting: 0 }) },
    connections: 20,
    dataDir: 'nowhere',
    figures: () =>
      Promise.resolve({
        isReachable: false,
        backlogs: [],
        audit: null,
        isGuessing: null,
        database: null,
        deadRows: null,
      }),
  });
  const text = await exporter.text();
  exporter.stop();
  return text;
}
/** The names of all metrics, also of those that have no value yet. */
async function exported(): Promise<Set<string>> {
  const text = await exportedText();
  return new Set([...text.matchAll(/^# TYPE (\S+)/gm)].map(([, name = '']) => name));
}
const usedIn = (text: string): string[] => [
  ...new Set(
    [...text.matchAll(/\b(?:vestibule|nodejs|process)_[a-z0-9_]+/g)].map(([name]) =>
      name.replace(/_(?:bucket|sum|count)$/, ''),
    ),
  ),
];

test.each(['alerts.yml', 'alerts.test.yml', 'dashboard.json'])('%s names metrics that there are', async (file) => {
  const names = await exported();
  const used = usedIn(fileOf(file));
  expect(used.length).toBeGreaterThan(5);
  expect(used.filter((name) => !names.has(name))).toEqual([]);
});

test('every metric of our own is drawn or watched', async () => {
  const seen = usedIn(fileOf('alerts.yml') + fileOf('dashboard.json'));
  // What these say is for whoever asks about one server.
  const asked = [
    'vestibule_start_seconds',
    'vestibule_connections_open',
    'vestibule_connections_limit',
    'vestibule_connections_failed_total',
    'vestibule_job_turn_seconds',
    'vestibule_database_standbys',
  ];
  const own = [...(await exported())].filter((name) => name.startsWith('vestibule_'));
  expect(own.filter((name) => !seen.includes(name)).toSorted()).toEqual(asked.toSorted());
});

test('the first fault of a call is an increase, because its series begins with nothing', async () => {
  const text = await exportedText();
  for (const { method, path } of Object.values<CallShape>(calls))
    expect(text).toContain(`vestibule_requests_total{method="${method}",route="${path}",status="500"} 0\n`);
});
