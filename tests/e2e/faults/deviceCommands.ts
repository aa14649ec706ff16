import { deleteDeviceKey, listDevices } from '@portal/api';
import { claim } from '../../apps/data/schedules.ts';
import { clientOf } from '../../support/client.ts';
import { text } from '../../support/texts.ts';
import { vaultsOf, wrapsOf } from '../../support/wraps.ts';
import { areKept } from './keptCommands.ts';
import { arrive, command, hold, isFilling, latest, type Model, type Real } from './scheduleModel.ts';

/** Waits until the page shows the sign-in or the unlock. */
async function atSignIn(real: Real): Promise<void> {
  for (const until = Date.now() + 30_000; Date.now() < until; await real.sheet.page.waitForTimeout(40)) {
    const place = await real.sheet.place();
    if (place === 'login' || place === 'unlock') return;
  }
  const words = await real.sheet.page.locator('body').innerText();
  throw new Error(`It did not lock: ${real.sheet.page.url()}\n${words}`);
}

/** Claims that a locked page shows nothing of what was typed. */
async function claimNothingShown(model: Model, real: Real): Promise<void> {
  const words = await real.sheet.page.locator('body').innerText();
  for (const name of ['line', 'note'] as const) {
    const value = latest(model)[name];
    // A shorter value may occur in any text.
    claim(value.length < 8 || !words.includes(value), `${name} is shown after the lock`);
  }
}

/** Nobody touches the page until it locks; then the person comes back. */
export const lock = command('lock', 'session', isFilling, async (model, real) => {
  const first = real.sheet;
  real.sheet = await real.newPage();
  await real.sheet.page.clock.install();
  await arrive(model, real, await real.sheet.open());
  await first.page.close({ runBeforeUnload: false });
  if (model.place === 'filling') {
    await real.sheet.page.clock.fastForward(14 * 60_000);
    await real.sheet.page.clock.fastForward(121_000);
    await atSignIn(real);
    await claimNothingShown(model, real);
  }
  const locked = real.sheet;
  real.sheet = await real.newPage();
  await arrive(model, real, await real.sheet.open());
  await locked.page.close({ runBeforeUnload: false });
});

/**
 * Logs out, keeps on the device what the facility does not have yet, and comes back. If the facility has everything, nothing is left on the
 * device.
 */
export const logOut = command('log out', 'session', isFilling, async (model, real) => {
  // Without a connection nobody could sign in again on a wiped device.
  if (!real.isReachable) return;
  const { page } = real.sheet;
  await page.goto(`${real.lane.facility.portalUrl}/logout`, { waitUntil: 'commit' });
  const keep = page.getByRole('button', { name: text('session.logoutKeep'), exact: true });
  const signIn = page.getByRole('button', { name: text('core.logIn'), exact: true });
  await keep.or(signIn).first().waitFor();
  const isAsked = await keep.isVisible();
  // A log-out always deletes the offline copy.
  real.lane.keeps = false;
  if (isAsked) await keep.click();
  await atSignIn(real);
  await claimNothingShown(model, real);
  if (!isAsked) claim((await wrapsOf(page)).length === 0, 'a key is left after the log-out');
  claim(!(await areKept(page)), 'kept records are left after the log-out');
  await arrive(model, real, await real.sheet.open());
});

/** True once the facility has everything that is on the page. From then on the device may lose it. */
async function isWithFacility(model: Model, real: Real): Promise<boolean> {
  if (!real.isReachable || Object.values(latest(model)).every((value) => value === '')) return false;
  const isSaved = await real.sheet.page
    .getByText(text('questionnaires.saved'), { exact: true })
    .waitFor({ timeout: 8_000 })
    .then(
      () => true,
      () => false,
    );
  if (isSaved && (await real.sheet.saysSaved())) hold(model, latest(model));
  return isSaved;
}

/** Another client revokes the device, which wipes its data at its next contact. */
export const revoke = command('revoke the device', 'session', isFilling, async (model, real) => {
  if (!(await isWithFacility(model, real))) return;
  const { facility, patient } = real.lane;
  const client = clientOf(facility.directPortalUrl);
  await client.signIn(patient.username, patient.password);
  const params = { userId: patient.userId };
  const [vaults, wraps] = [await vaultsOf(real.sheet.page), await wrapsOf(real.sheet.page)];
  real.lane.keeps = false;
  for (const { deviceId } of await client.ask(listDevices, { params }))
    await client.ask(deleteDeviceKey, { params: { ...params, deviceId } });
  await arrive(model, real, await real.sheet.reload());
  if (model.place !== 'filling' || !(await isWithFacility(model, real))) return;
  const [vaultsNow, wrapsNow] = [await vaultsOf(real.sheet.page), await wrapsOf(real.sheet.page)];
  claim(!wrapsNow.some((wrap) => wraps.includes(wrap)), 'a key outlives the revocation');
  claim(!vaultsNow.some((vault) => vaults.includes(vault)), 'a vault outlives the revocation');
});

/** The browser deletes everything that it stored for the page, while the page is open. */
export const evict = command('take the storage back', 'storage', isFilling, async (model, real) => {
  if (!(await isWithFacility(model, real))) return;
  real.lane.keeps = false;
  const devtools = await real.sheet.page.context().newCDPSession(real.sheet.page);
  await devtools.send('Storage.clearDataForOrigin', {
    origin: real.lane.facility.portalUrl,
    storageTypes: 'indexeddb',
  });
  await devtools.detach();
});

/** A new build replaces the old one, whose files are deleted. */
export const deploy = command(
  'deploy',
  'deploy',
  () => true,
  (_, real) => real.lane.deployment.redeploy(),
);

export const moveClock = (hours: number) =>
  command(`clock: ${hours} h`, 'clock', isFilling, (_, real) => real.setClock(hours));
