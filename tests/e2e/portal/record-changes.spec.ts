import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright';
import type { Facility } from '../../support/facility.ts';
import { look } from '../../support/pageRules.ts';
import { expect, signInAs, test, text } from '../../support/test.ts';

test.use({ contextOptions: { reducedMotion: 'reduce' } });

let version = 0;
/** Imports resources of a laboratory for a patient, each as a later version. */
async function comes(facility: Facility, username: string, ...resources: readonly Record<string, unknown>[]) {
  const folder = await mkdtemp(join(tmpdir(), 'changes-'));
  version += 1;
  const meta = { versionId: String(version), lastUpdated: `2027-01-01T00:00:0${String(version)}Z` };
  try {
    const file = join(folder, 'lab.ndjson');
    await writeFile(file, resources.map((one) => `${JSON.stringify({ ...one, meta })}\n`).join(''));
    await facility.admin('record', 'import', file, '--patient', username, '--source', 'lab');
  } finally {
    await rm(folder, { recursive: true });
  }
}
const subject = { reference: 'Patient/p' };
const glucose = (value: number, status = 'final') => ({
  resourceType: 'Observation',
  id: 'glucose',
  status,
  category: [
    { coding: [{ system: 'http://terminology.hl7.org/CodeSystem/observation-category', code: 'laboratory' }] },
  ],
  code: { coding: [{ system: 'http://loinc.org', code: '2345-7', display: 'Glucose' }] },
  subject,
  performer: [{ reference: 'Organization/o' }],
  effectiveDateTime: '2026-05-03T08:00:00+00:00',
  valueQuantity: { value, unit: 'mmol/L' },
});
const laboratory = { resourceType: 'Organization', id: 'o', name: 'St. Mary’s lab' };
const vaccine = (lotNumber: string) => ({
  resourceType: 'Immunization',
  id: 'shot',
  status: 'completed',
  vaccineCode: { coding: [{ system: 'http://hl7.org/fhir/sid/cvx', code: '140' }], text: 'Influenza' },
  patient: subject,
  occurrenceDateTime: '2025-10-01',
  lotNumber,
});

const home = (page: Page) => page.getByRole('region', { name: text('dashboard.sinceLooked') });
const open = (page: Page, facility: Facility, path: string) => page.goto(facility.portalUrl + path);

test('a correction is on Home and at its row with what was first said, until its reader has looked', async ({
  facility,
  page,
}) => {
  const { username } = await facility.newPatient();
  await comes(facility, username, laboratory, glucose(5.1), vaccine('A1'));
  await signInAs(page, facility, username, { path: '/login?redirect=/dashboard' });
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  // What was there before somebody looked for the first time is not new.
  await expect(home(page)).toHaveCount(0);

  await comes(facility, username, laboratory, glucose(6.3, 'corrected'), vaccine('B2'));
  await open(page, facility, '/dashboard');
  const line = home(page).getByRole('link', { name: 'Glucose' });
  await expect(line).toContainText(text('records.change_corrected'));
  await expect(line).toContainText('Glucose 5.1 mmol/L');
  await expect(line).toContainText('St. Mary’s lab');
  await expect(home(page).getByRole('link')).toHaveCount(2);
  // It is told once.
  await expect(page.getByRole('main').getByRole('link', { name: 'Glucose' })).toHaveCount(1);
  await look(page, 'home, changes since the last look');

  const looked = page.waitForResponse(/labresults\/changes\/looked/);
  await open(page, facility, '/test-results');
  const row = page.getByRole('main').getByRole('link', { name: 'Glucose' });
  await expect(row).toContainText('Glucose 5.1 mmol/L');
  expect((await looked).status()).toBe(204);
  await look(page, 'test results, a correction');

  await open(page, facility, '/dashboard');
  await expect(home(page).getByRole('link')).toHaveCount(1);
  await expect(home(page).getByRole('link')).toContainText('Influenza');
  const lists = page.waitForResponse(/HealthSummary\/changes\/looked/);
  await home(page).getByRole('link').press('Enter');
  const before = page.getByRole('rowheader', { name: 'Influenza' }).getByRole('group');
  await before.locator('summary').press('Enter');
  await expect(before).toContainText('A1');
  expect((await lists).status()).toBe(204);
  await look(page, 'health summary, a change');

  // The mark stays at the row for the visit.
  await open(page, facility, '/test-results');
  await expect(row).toContainText('Glucose 5.1 mmol/L');
  await open(page, facility, '/dashboard');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(home(page)).toHaveCount(0);

  await comes(facility, username, laboratory, { ...glucose(6.3), status: 'entered-in-error' });
  await open(page, facility, '/dashboard');
  await expect(home(page).getByRole('link', { name: 'Glucose' })).toContainText(text('records.change_gone'));
  await open(page, facility, '/test-results');
  await expect(page.getByRole('main')).toContainText('Glucose 6.3 mmol/L');
});
