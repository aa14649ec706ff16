import * as v from 'valibot';
import type { Page } from 'playwright';
import { ownDeployment } from '../../support/deploy.ts';
import { startFacility } from '../../support/facility.ts';
import { holdBack } from '../../support/holdBack.ts';
import { demoPassword, expect, network, test, text } from '../../support/test.ts';

test.use({ serviceWorkers: 'allow' });
test.describe.configure({ mode: 'parallel' });

const Picture = v.object({
  src: v.string(),
  sizes: v.string(),
  type: v.string(),
  purpose: v.optional(v.string()),
  form_factor: v.optional(v.string()),
});
const Manifest = v.object({
  id: v.string(),
  name: v.string(),
  short_name: v.string(),
  lang: v.string(),
  start_url: v.string(),
  scope: v.string(),
  display: v.picklist(['standalone', 'fullscreen']),
  background_color: v.string(),
  theme_color: v.string(),
  icons: v.array(Picture),
  shortcuts: v.optional(
    v.array(v.object({ name: v.string(), url: v.string(), icons: v.array(v.object({ src: v.string() })) })),
  ),
  screenshots: v.optional(v.array(Picture)),
});

/** Reads the page's manifest. Each image that it names must load and have the declared size and type. */
async function manifestOf(page: Page): Promise<v.InferOutput<typeof Manifest>> {
  const href = await page.locator('link[rel=manifest]').getAttribute('href');
  const response = await page.request.get(new URL(href ?? '', page.url()).href);
  expect(response.headers()['content-type']).toContain('manifest+json');
  const manifest = v.parse(Manifest, await response.json());
  for (const { src, sizes, type } of [...manifest.icons, ...(manifest.screenshots ?? [])]) {
    const address = new URL(src, page.url()).href;
    const picture = await page.request.get(address);
    expect({ src, status: picture.status(), type: picture.headers()['content-type']?.split(';')[0] }).toEqual({
      src,
      status: 200,
      type,
    });
    if (sizes === 'any') continue;
    const size = await page.evaluate(async (url) => {
      const image = await createImageBitmap(await (await fetch(url)).blob());
      return `${image.width}x${image.height}`;
    }, address);
    expect({ src, size }).toEqual({ src, size: sizes });
  }
  for (const { src } of (manifest.shortcuts ?? []).flatMap(({ icons }) => icons))
    expect((await page.request.get(new URL(src, page.url()).href)).status()).toBe(200);
  return manifest;
}

/** Resolves when the page's worker is active and controls the page. */
const controlled = (page: Page): Promise<string> =>
  page.evaluate(async () => {
    await navigator.serviceWorker.ready;
    if (navigator.serviceWorker.controller === null)
      await new Promise((resolve) =>
        navigator.serviceWorker.addEventListener('controllerchange', resolve, { once: true }),
      );
    return new URL(navigator.serviceWorker.controller?.scriptURL ?? 'none:').pathname;
  });

test('the portal can be installed', async ({ facility, page }) => {
  await page.goto(`${facility.portalUrl}/login`);
  const { icons, shortcuts, screenshots, name } = await manifestOf(page);
  expect(name).toContain('Northlight');
  expect(icons.some(({ sizes, purpose }) => sizes === '192x192' && purpose === 'any')).toBe(true);
  expect(icons.some(({ sizes, purpose }) => sizes === '512x512' && purpose === 'maskable')).toBe(true);
  expect(shortcuts?.map(({ url }) => url)).toContain('/questionnaires');
  expect(new Set(screenshots?.map(({ form_factor: form }) => form))).toEqual(new Set(['narrow', 'wide']));
  expect(await controlled(page)).toBe('/portal.js');
});

test('a page that is on its way while the worker takes over has its files kept too', async ({
  facility,
  page,
  context,
}) => {
  const late = await context.newPage();
  const bring = await holdBack(late, '**/login');
  const asked = late.waitForRequest('**/login');
  const loaded = late.goto(`${facility.portalUrl}/login`);
  await asked;
  await page.goto(`${facility.portalUrl}/login`);
  expect(await controlled(page)).toBe('/portal.js');
  bring();
  await loaded;
  expect(await controlled(late)).toBe('/portal.js');
});

test('a worker whose files did not all arrive is fetched again when the connection is back', async ({
  context,
  page,
}) => {
  const deployment = await ownDeployment();
  const facility = await startFacility({ dist: deployment.dist });
  try {
    const bringBack = await deployment.lose(/^HelpPage-/);
    const begun = context.waitForEvent('serviceworker');
    await page.goto(`${facility.portalUrl}/login`);
    await begun;
    // Without a time of its own: a busy machine takes long to fetch the files before the lost one.
    await page.waitForFunction(async () => (await navigator.serviceWorker.getRegistration('/')) === undefined);
    await bringBack();
    await context.setOffline(true);
    await context.setOffline(false);
    expect(await controlled(page)).toBe('/portal.js');
  } finally {
    await facility.stop();
    await deployment.remove();
  }
});

test('the kiosk can be installed', async ({ facility, page }) => {
  await page.goto(`${facility.kioskUrl}/kioskLogin`);
  const { icons } = await manifestOf(page);
  expect(icons.some(({ sizes, purpose }) => sizes === '512x512' && purpose === 'maskable')).toBe(true);
  expect(await controlled(page)).toBe('/kiosk.js');
});

test('without a server the portal starts with its sign-in and the name of the facility, and says what is so', async ({
  facility,
  page,
}) => {
  await page.goto(`${facility.portalUrl}/login`);
  await controlled(page);
  await facility.portal.set(network.refuse);
  for (const path of ['/login', '/', '/questionnaires']) {
    await page.goto(`${facility.portalUrl}${path}`);
    await expect(page.getByRole('button', { name: text('session.unlock'), exact: true })).toBeVisible();
    await expect(page.getByText('Northlight').first()).toBeVisible();
  }
  await page.getByRole('textbox', { name: text('core.username') }).fill('patient');
  await page.getByRole('textbox', { name: text('core.password') }).fill(demoPassword);
  await page.getByRole('button', { name: text('session.unlock'), exact: true }).click();
  await expect(page.getByText(text('bar.unlockFailed'))).toBeVisible();
  await facility.portal.set(network.pass);
  await page.reload();
  await expect(page.getByRole('button', { name: text('core.logIn'), exact: true })).toBeVisible();
});
