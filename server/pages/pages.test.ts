import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { get } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Browser, type TestServer, startTestServer } from '../../tests/server/facilityServer.ts';
import { oldBrowserScript } from './oldBrowsers.ts';

let server: TestServer;
let dist: string;
let portal: Browser;
let kiosk: Browser;

const script = `console.log(${JSON.stringify('x'.repeat(5000))});`;

const firstCalls = [{ address: '/api/patients/{patientId}/education', hasToken: true, hasLanguage: false }];
const routes = {
  portal: {
    '/complete-questionnaire': {
      modules: ['portal/Fill.tsx', 'words/core/{language}', 'words/fill/{language}'],
      prefetch: { script: 'startPrefetch.ts', calls: firstCalls },
    },
    '/sign-up': { modules: ['portal/Fill.tsx'], isForEveryone: true },
    '/login': { modules: [] },
    '/questionnaires': { modules: [] },
  },
  kiosk: Object.fromEntries(
    [
      '/kioskLogin',
      '/kioskQuestionnaires',
      '/patientKioskUserLogin',
      '/patientKioskQuestionnaires',
      '/complete-kiosk-questionnaire',
      '/kiosk-questionnaire-scoring',
    ].map((path) => [path, { modules: [] }]),
  ),
};
/** Two small builds in the format of Vite's, and remains of the portal's previous build. */
async function makeBuilds(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'vestibule-dist-'));
  for (const target of ['portal', 'kiosk'] as const) {
    await mkdir(join(folder, target, 'assets'), { recursive: true });
    await mkdir(join(folder, target, '.vite'));
    await writeFile(
      join(folder, target, 'index.html'),
      '<!doctype html><html lang="en"><head><link\n      rel="preload"\n      href="/assets/letters.woff2"\n      as="font"\n      crossorigin\n    /><link rel="icon" href="/icons/icon.svg" type="image/svg+xml" /><link rel="apple-touch-icon" href="/icons/apple-touch-icon.png" /><!--head--><script type="module" crossorigin src="/assets/start-abc.js"></script><link rel="stylesheet" crossorigin href="/assets/start.css"></head><body><div id="root"></div></body></html>',
    );
    await writeFile(join(folder, target, `${target}.js`), 'self.addEventListener("fetch", () => {});');
    await writeFile(join(folder, target, 'assets', 'start-abc.js'), script);
    await writeFile(join(folder, target, 'assets', 'early.js'), 'ask();\n');
    const facts = '{{portalName}}, {{facilityName}}, {{phone}} {{phoneHref}}, {{year}}';
    const drawn = (mark: string) => ({
      en: `${mark}{{portalName}}; ${facts}`,
      es: `${mark}es {{portalName}}; ${facts}`,
    });
    await writeFile(
      join(folder, target, 'prerendered-login.json'),
      JSON.stringify({
        script: 'begin()',
        drawings: [true, false].flatMap((hasPhone) => [
          { hasLogo: true, hasPhone, pages: drawn('logo ') },
          { hasLogo: false, hasPhone, pages: drawn('house ') },
        ]),
      }),
    );
    await writeFile(
      join(folder, target, 'manifest.webmanifest'),
      JSON.stringify({
        name: 'Vestibule',
        short_name: 'Vestibule',
        start_url: '/',
        icons: [{ src: '/icons/any-192.png' }],
      }),
    );
    await writeFile(join(folder, target, 'route-modules.json'), JSON.stringify(routes[target]));
    await writeFile(
      join(folder, target, '.vite', 'manifest.json'),
      JSON.stringify({
        'index.html': { file: 'assets/start-abc.js', isEntry: true, imports: ['shared'] },
        'startPrefetch.ts': { file: 'assets/early.js', isEntry: true },
        shared: { file: 'assets/shared.js' },
        'words/core/es': { file: 'assets/core-es.js' },
        'words/fill/en': { file: 'assets/fill-en.js' },
        'words/fill/es': { file: 'assets/fill-es.js' },
        items: { file: 'assets/items.js', css: ['assets/items.css'] },
        'portal/Fill.tsx': { file: 'assets/fill.js', imports: ['shared', 'items'] },
      }),
    );
  }
  await mkdir(join(folder, 'portal-previous', 'assets'), { recursive: true });
  await writeFile(join(folder, 'portal-previous', 'assets', 'start-old.js'), 'old');
  return folder;
}

/** A page requested with another host name, which `fetch` cannot set. */
const withHost = (path: string, host: string): Promise<string> =>
  new Promise((settle, fail) => {
    get(`${server.portalUrl}${path}`, { headers: { host } }, (response) => {
      let text = '';
      response
        .setEncoding('utf8')
        .on('data', (chunk: string) => (text += chunk))
        .on('end', () => settle(text));
    }).on('error', fail);
  });

beforeAll(async () => {
  dist = await makeBuilds();
  server = await startTestServer({ dist });
  portal = server.browser('portal');
  kiosk = server.browser('kiosk');
});
afterAll(async () => {
  await server.stop();
  await rm(dist, { recursive: true });
});

describe('a browser in which the app cannot run', () => {
  const sections = (html: string) => [...html.matchAll(/<section lang="([^"]+)">/g)].map(([, language]) => language);

  test('is told so in every language, the person’s first, with the facility’s telephone', async () => {
    for (const [browser, number] of [
      [portal, /Or call us: <a href="tel:\+?\d{7,}">/],
      // No link leads out of a kiosk.
      [kiosk, /Or call us: [^<]+<\/p>/],
    ] as const) {
      const page = await browser.fetch('/', { headers: { 'accept-language': 'es-MX,en;q=0.5' } });
      expect(sections(page.text)).toEqual(['es-MX', 'en', 'fr-CA', 'pt-BR', 'zh-CN']);
      expect(page.text).toMatch(number);
      expect(page.text).toContain('Northlight');
    }
  });
});

describe('a page', () => {
  test('carries the facility of the address it was opened on', async () => {
    const northlight = await portal.fetch('/login');
    expect(northlight.text).toContain('<title>Northlight Patient Portal</title>');
    expect(northlight.text).toContain('--facility-brand:#1f5d50');
    const harbour = await withHost('/login', 'harbour.localhost:9999');
    expect(harbour).toContain('<title>Harbour Point MyCare</title>');
    expect(harbour).toContain('--facility-brand:#1d4e89');
    expect(await withHost('/login', 'unknown.example.org')).toContain('<title>Northlight Patient Portal</title>');
    const [, content = ''] = /<meta name="vestibule-config" content="([^"]*)">/.exec(northlight.text) ?? [];
    const config = JSON.parse(content.replaceAll('&quot;', '"').replaceAll('&amp;', '&')) as unknown;
    expect(config).toMatchObject({
      surface: 'portal',
      apiOrigin: '',
      facility: { facilityShortName: 'Northlight', kioskUrl: server.kioskUrl },
    });
  });

  test('allows one inline script by its hash, no other origin, and styles by their nonce', async () => {
    const page = await portal.fetch('/questionnaires');
    const policy = page.headers.get('content-security-policy') ?? '';
    const [, nonce] = /<style nonce="([^"]+)">/.exec(page.text) ?? [];
    expect(policy).toContain(`script-src 'self' ${oldBrowserScript};`);
    expect(policy).toContain(`style-src 'self' 'nonce-${nonce ?? 'none'}'`);
    expect(policy).toContain("require-trusted-types-for 'script'");
    expect(policy).not.toMatch(/unsafe|https?:|\*/);
    expect((await portal.fetch('/')).text).not.toContain(nonce);
    for (const [name, value] of [
      ['x-content-type-options', 'nosniff'],
      ['referrer-policy', 'no-referrer'],
      ['cross-origin-opener-policy', 'same-origin'],
    ] as const) {
      expect(page.headers.get(name)).toBe(value);
    }
    expect(page.headers.get('strict-transport-security')).toBeNull();
  });

  test('preloads what its deep link needs, and nothing that the start needs anyway', async () => {
    const page = await portal.fetch('/complete-questionnaire?id=7', {
      headers: { cookie: 'other=1; vestibule-portal=abc' },
    });
    expect(page.text).toContain('<link rel="modulepreload" crossorigin href="/assets/fill.js">');
    expect(page.text).toContain('<link rel="modulepreload" crossorigin href="/assets/items.js">');
    expect(page.text).toContain('<link rel="preload" as="style" crossorigin href="/assets/items.css">');
    expect(page.text).not.toContain('shared.js');
    expect((await portal.fetch('/login')).text).not.toContain('fill.js');
    expect(
      (await portal.fetch('/complete-questionnaire?id=7')).text,
      'the sign-in comes first for someone without a session',
    ).not.toContain('modulepreload');
    const forEveryone = await portal.fetch('/sign-up');
    expect(forEveryone.text, 'a page for everyone needs no session').toContain(
      '<link rel="modulepreload" crossorigin href="/assets/fill.js">',
    );
    expect(forEveryone.text).not.toContain('ask()');
  });

  test("begins a deep link with the script that asks, brings its texts in the person's language, and its typeface later", async () => {
    const cookie = 'vestibule-portal=abc';
    const page = await portal.fetch('/complete-questionnaire?id=7', {
      headers: { cookie, 'accept-language': 'es-MX,es;q=0.9,en;q=0.8' },
    });
    const asks = '(()=>{ask();})()';
    const at = page.text.indexOf(`<script>${asks}</script>`);
    expect(at, 'stands before every file that is asked for').toBeLessThan(page.text.indexOf('modulepreload'));
    expect(at).toBeGreaterThan(page.text.indexOf('vestibule-config'));
    expect(page.headers.get('content-security-policy')).toContain(
      `'sha256-${createHash('sha256').update(asks).digest('base64')}'`,
    );
    const [, calls = ''] = /<meta name="vestibule-first-calls" content="([^"]*)">/.exec(page.text) ?? [];
    expect(JSON.parse(calls.replaceAll('&quot;', '"'))).toEqual(firstCalls);
    expect([...page.text.matchAll(/modulepreload" crossorigin href="([^"]+)"/g)].map(([, file]) => file)).toEqual([
      '/assets/fill.js',
      '/assets/items.js',
      '/assets/core-es.js',
      '/assets/fill-es.js',
    ]);
    expect(page.text).not.toContain('letters.woff2');
    const english = await portal.fetch('/complete-questionnaire?id=7', {
      headers: { cookie, 'accept-language': 'tlh' },
    });
    expect(english.text).toContain('/assets/fill-en.js');
    for (const plain of ['/login', '/index.html']) {
      const { text } = await portal.fetch(plain, { headers: { cookie } });
      expect(text).toContain('letters.woff2');
      expect(text).not.toContain('ask()');
    }
  });

  test('of the sign-in brings its picture and the one script that may stand in it', async () => {
    const page = await portal.fetch('/login');
    const year = String(new Date().getUTCFullYear());
    const facts = `Northlight Patient Portal, Northlight Cancer Centre, (555) 010-0142 tel:5550100142, ${year}`;
    expect(page.text, 'what a style sheet in the page fetches would tell its address').toContain(
      '<link rel="stylesheet" crossorigin href="/assets/start.css">',
    );
    expect(page.text).toContain(
      `<template data-picture="en">logo Northlight Patient Portal; ${facts}</template><script id="prerendered-login" data-app="/assets/start-abc.js">begin()</script><template data-picture="es">`,
    );
    const spanish = await portal.fetch('/login', { headers: { 'accept-language': 'es-MX' } });
    expect(spanish.text, 'the browser’s own language first').toContain(
      `es Northlight Patient Portal; ${facts}</template><script`,
    );
    expect(page.text, 'the app waits for the picture').not.toContain('<script type="module"');
    expect(page.text).toContain(
      '<link rel="preload" as="script" fetchpriority="low" crossorigin href="/assets/start-abc.js">',
    );
    const hash = createHash('sha256').update('begin()').digest('base64');
    expect(page.headers.get('content-security-policy')).toContain(
      `script-src 'self' ${oldBrowserScript} 'sha256-${hash}';`,
    );
    expect((await kiosk.fetch('/')).text).toContain(`${facts}</template>`);
    const other = await portal.fetch('/questionnaires');
    expect(other.text).not.toContain('<template');
    expect(other.text).toContain('<script type="module" crossorigin src="/assets/start-abc.js">');
    expect(other.headers.get('content-security-policy')).toContain(`script-src 'self' ${oldBrowserScript};`);
  });

  test('is asked for again each time; of the kiosk it is not even stored', async () => {
    expect((await portal.fetch('/questionnaires')).headers.get('cache-control')).toBe('no-cache');
    expect((await kiosk.fetch('/kioskLogin')).headers.get('cache-control')).toBe('no-store');
    expect((await portal.fetch('/portal.js')).headers.get('cache-control')).toBe('no-cache');
  });
});

describe('a file', () => {
  test('of the build is kept for ever and comes compressed', async () => {
    const response = await fetch(`${server.portalUrl}/assets/start-abc.js`, { headers: { 'accept-encoding': 'br' } });
    expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(response.headers.get('content-encoding')).toBe('br');
    expect(Number(response.headers.get('content-length'))).toBeLessThan(200);
    expect(await response.text()).toBe(script);
  });

  test('of the previous build is still there', async () => {
    expect(await portal.fetch('/assets/start-old.js')).toMatchObject({ status: 200, text: 'old' });
  });

  test('that is missing is 404 and never a page', async () => {
    for (const path of [
      '/assets/gone.js',
      '/assets/',
      '/nothing.png',
      '/.vite/manifest.json',
      '/%2e%2e/package.json',
      '/assets/..%2f..%2f..%2fpackage.json',
      '/assets/%00.js',
      '/.well-known/openid-configuration',
      '/.well-known/security.txt',
      '/metrics',
      '/fhir/metadata',
    ]) {
      const answer = await portal.fetch(path);
      expect([path, answer.status, answer.body]).toEqual([path, 404, { error: 'not_found' }]);
    }
  });

  test('that did not change is not sent again', async () => {
    const first = await portal.fetch('/portal.js');
    expect(
      (await portal.fetch('/portal.js', { headers: { 'if-none-match': first.headers.get('etag') ?? '' } })).status,
    ).toBe(304);
  });
});

describe('the two addresses', () => {
  test.each([
    '/kioskLogin',
    '/kioskQuestionnaires',
    '/patientKioskUserLogin',
    '/patientKioskQuestionnaires',
    '/complete-kiosk-questionnaire',
    '/kiosk-questionnaire-scoring',
  ])('%s asked of the portal leads to the kiosk, with its query', async (path) => {
    const answer = await portal.fetch(`${path}?ptId=007&data=a%20b`);
    expect(answer.status).toBe(302);
    expect(answer.headers.get('location')).toBe(`${server.kioskUrl}${path}?ptId=007&data=a%20b`);
    expect((await kiosk.fetch(path)).status).toBe(200);
  });

  test('a tablet in a patient’s hands leads nowhere else, until staff have taken it back', async () => {
    for (const name of ['vestibule-tablet', '__Host-vestibule-tablet']) {
      const cookie = `vestibule-kiosk=x; ${name}=y`;
      for (const path of ['/complete-questionnaire?id=1', '/sign-up']) {
        const answer = await kiosk.fetch(path, { headers: { cookie } });
        expect([path, answer.status, answer.headers.get('location')]).toEqual([path, 200, null]);
      }
    }
    expect((await kiosk.fetch('/sign-up', { headers: { cookie: 'vestibule-kiosk=x' } })).status).toBe(302);
    // In the other direction nothing changes, because the portal has no visits.
    expect((await portal.fetch('/kioskLogin', { headers: { cookie: 'vestibule-tablet=y' } })).status).toBe(302);
  });

  test('a page of the portal asked of the kiosk leads to the portal', async () => {
    const answer = await kiosk.fetch('/complete-questionnaire?id=1');
    expect(answer.status).toBe(302);
    expect(answer.headers.get('location')).toBe(`${server.portalUrl}/complete-questionnaire?id=1`);
  });

  test('lead to those of the facility where it names its own', async () => {
    const set = (portalUrl: string | null, kioskUrl: string | null) =>
      server.query('update facilities set portal_url = $1, kiosk_url = $2 where short_name = $3', [
        portalUrl,
        kioskUrl,
        'Northlight',
      ]);
    await set('https://me.northlight.example', 'https://tablets.northlight.example');
    expect((await portal.fetch('/kioskLogin')).headers.get('location')).toBe(
      'https://tablets.northlight.example/kioskLogin',
    );
    expect((await kiosk.fetch('/complete-questionnaire?id=1')).headers.get('location')).toBe(
      'https://me.northlight.example/complete-questionnaire?id=1',
    );
    await set(null, null);
  });

  test('answer an address that is no page with the app for a browser, and with JSON for a program, both 404', async () => {
    for (const browser of [portal, kiosk]) {
      for (const path of ['/metrics', '/fhir', '/fhir/metadata', '/.well-known/change-password'])
        for (const accept of ['text/html', '*/*']) {
          const answer = await browser.fetch(path, { headers: { accept } });
          expect([path, answer.status, answer.body]).toEqual([path, 404, { error: 'not_found' }]);
        }
      for (const path of ['/nowhere', '/login/more', '/fhirs']) {
        const shown = await browser.fetch(path, { headers: { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' } });
        expect([path, shown.status]).toEqual([path, 404]);
        expect(shown.text).toContain('<div id="root">');
        const answer = await browser.fetch(path);
        expect([path, answer.status, answer.body]).toEqual([path, 404, { error: 'not_found' }]);
      }
      for (const path of ['/', '/index.html']) expect([path, (await browser.fetch(path)).status]).toEqual([path, 200]);
    }
    expect((await portal.fetch('/LOGIN/')).status).toBe(200);
  });

  test('have a manifest each, with the name of the facility', async () => {
    expect((await portal.fetch('/manifest.webmanifest')).body).toMatchObject({
      name: 'Northlight Patient Portal',
      short_name: 'Northlight',
      theme_color: '#1f5d50',
      start_url: '/',
    });
    expect((await kiosk.fetch('/manifest.webmanifest')).body).toMatchObject({ name: 'Northlight Kiosk' });
  });

  test('have the manifest in the person’s language', async () => {
    const spanish = { headers: { 'accept-language': 'es-MX,es;q=0.9' } };
    expect((await portal.fetch('/manifest.webmanifest', spanish)).body).toMatchObject({ lang: 'es-MX' });
    expect((await kiosk.fetch('/manifest.webmanifest', spanish)).body).toMatchObject({ name: 'Quiosco Northlight' });
    expect((await portal.fetch('/login', spanish)).text).toContain('href="/manifest.webmanifest?language=es"');
    for (const [asked, lang] of [
      ['fr', 'fr-CA'],
      ['tlh', 'en'],
    ])
      expect(
        (await portal.fetch(`/manifest.webmanifest?language=${asked}`, spanish)).body,
        'what the page asks for is what the person chose',
      ).toMatchObject({ lang });
  });

  test('have icons made from the facility’s logo, the kiosk’s another than the portal’s, kept until the logo changes', async () => {
    const icons = async (browser: Browser) => {
      const page = await browser.fetch('/');
      const { body } = await browser.fetch('/manifest.webmanifest');
      const inManifest = v.parse(v.object({ icons: v.array(v.object({ src: v.string() })) }), body).icons;
      const inPage = [...page.text.matchAll(/rel="(?:icon|apple-touch-icon)"[^>]*href="([^"]+)"/g)];
      return [...inManifest.map(({ src }) => src), ...inPage.map(([, href = '']) => href)];
    };
    const [ours, kiosks] = [await icons(portal), await icons(kiosk)];
    expect([ours.length, kiosks.length]).toEqual([6, 6]);
    expect(ours.filter((path) => kiosks.includes(path))).toEqual([]);
    for (const path of ours) {
      const answer = await portal.fetch(path);
      expect(answer.headers.get('content-type'), path).toBe('image/png');
      expect(answer.headers.get('cache-control')).toContain('immutable');
    }
    expect((await portal.fetch(ours[0]?.replace(/[0-9a-f]{10}/, '0123456789') ?? '')).status).toBe(404);
  });

  test('show the logo, which is kept until it changes', async () => {
    const [row] = await server.query('select id from facilities where is_default');
    const answer = await portal.fetch(`/api/facilities/${String(row?.['id'])}/images/logoUrl`);
    const { logoUrl } = answer.body as { logoUrl: string };
    const logo = await portal.fetch(logoUrl);
    expect(logo.headers.get('content-type')).toBe('image/svg+xml');
    expect(logo.headers.get('cache-control')).toContain('immutable');
    expect((await portal.fetch('/facility-logos/999/logo-1.svg')).status).toBe(404);
  });
});

test('health says that the process lives, readiness that the database answers', async () => {
  expect((await portal.fetch('/healthz')).body).toEqual({ status: 'ok' });
  expect((await kiosk.fetch('/readyz')).body).toEqual({ status: 'ready' });
});

test('no answer leaves without its security headers', async () => {
  for (const path of [
    '/',
    '/login',
    '/assets/start-abc.js',
    '/assets/gone.js',
    '/manifest.webmanifest',
    '/healthz',
    '/readyz',
    '/api/facilities?facilityAlias=x',
    '/api/nothing',
    '/token',
    '/kioskLogin',
  ]) {
    const { headers } = await portal.fetch(path);
    expect(headers.get('x-content-type-options'), path).toBe('nosniff');
    expect(headers.get('content-security-policy'), path).toMatch(/frame-ancestors 'none'/);
    expect(headers.get('referrer-policy'), path).toBe('no-referrer');
  }
});
