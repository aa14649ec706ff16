import { randomBytes } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { extname, join } from 'node:path';
import type { Context, Hono } from 'hono';
import { type LanguageCode, languageCodes } from '@portal/api';
import * as v from 'valibot';
import { facilityOfHost, iconSourceOf } from '../facilities/facility.ts';
import { escapeHtml } from '../html/escapeHtml.ts';
import { type IconName, iconPath } from '../facilities/icons.ts';
import { facilityPhone } from '../facilities/phone.ts';
import { isUnavailable } from '../db/pool.ts';
import type { BuiltRoutes } from '../http/builtRoutes.ts';
import { CompressedFiles, chooseEncoding, compressible } from './compressedFiles.ts';
import { FileReader } from './fileReader.ts';
import { ManifestFile, manifestOf } from './manifest.ts';
import { facilityImage } from './facilityImages.ts';
import { oldBrowserScript } from './oldBrowsers.ts';
import { filledPage } from './pageHtml.ts';
import { prerenderedLogins } from './prerenderedLogin.ts';
import type { RequestFacts, Surface } from '../http/handler.ts';
import { safeError } from '../http/loggedError.ts';
import type { MountOptions } from '../http/mount.ts';
import { type Bindings, carriesSession, factsOf, isHandedOver, newRequestId } from '../http/request.ts';
import { dataHeaders, pageHeaders, scriptSource } from '../http/securityHeaders.ts';
import { decodedUri } from '../process/decodedUri.ts';

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.webmanifest': 'application/manifest+json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.txt': 'text/plain; charset=utf-8',
};
/** Addresses that programs alone ask for; those that exist are answered elsewhere. */
const isForMachines = /^\/(?:metrics|fhir|\.well-known)(?:\/|$)/;

/** The pages that begin with the prerendered login. The service workers (`sw/`) cache each. */
const prerenderedPaths: Readonly<Record<Surface, ReadonlySet<string>>> = {
  portal: new Set(['/', '/login']),
  kiosk: new Set(['/', '/kioskLogin']),
};

/** The browser's first language that the apps support. The language that the person chose on their device is not known here. */
const languageOf = (accepts: string): LanguageCode =>
  accepts
    .split(',')
    .flatMap((part) => languageCodes.find((code) => part.trim().toLowerCase().startsWith(code)) ?? [])[0] ?? 'en';

const asHtml = (texts: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, escapeHtml(text)]));

export interface PageOptions extends MountOptions {
  readonly dist: string;
  readonly routes: BuiltRoutes;
  /** Where compressed files are stored between starts. */
  readonly compressedFolder: string;
  readonly apiOrigin: string;
}

/** Serves one build: its pages with the facility's data in them, its files, the manifest and the logos. */
export function mountPages(app: Hono<Bindings>, options: PageOptions): { warmUp: () => Promise<void> } {
  const { surface, pool, dist, log } = options;
  const folder = join(dist, surface);
  // A page that was opened before a deployment may still request files of the previous build.
  const files = new FileReader([folder, join(dist, `${surface}-previous`)]);
  const compressedFiles = new CompressedFiles(options.compressedFolder);
  const withPrerenderedLogin = prerenderedLogins(folder);
  const respond = async (
    c: Context<Bindings>,
    content: Buffer,
    extension: string,
    headers: Record<string, string>,
    thorough: boolean,
    status = 200,
  ): Promise<Response> => {
    const encoding = chooseEncoding(c.req.header('accept-encoding') ?? '', extension);
    const bytes = await compressedFiles.get(content, encoding, thorough);
    return new Response(c.req.method === 'HEAD' ? null : bytes, {
      status,
      headers: {
        'content-type': types[extension] ?? 'application/octet-stream',
        ...headers,
        ...(compressible.has(extension) ? { vary: 'accept-encoding' } : {}),
        ...(encoding === 'identity' ? {} : { 'content-encoding': encoding }),
      },
    });
  };

  /** Null where there is no facility, or no database: a page opens all the same, because drafts and offline copies are on the device. */
  const facilityAt = ({ host, origins }: Pick<RequestFacts, 'host' | 'origins'>) =>
    facilityOfHost(pool.db, host, origins).catch((error: unknown) => {
      if (!isUnavailable(error)) throw error;
      return null;
    });

  const page = async (c: Context<Bindings>, path: string, status = 200): Promise<Response> => {
    const facts = factsOf(c.env.incoming, options);
    const html = await files.read('index.html');
    if (html === null) {
      return new Response('The app is not built: run "npm run build".\n', {
        status: 503,
        headers: {
          ...dataHeaders(facts.secure),
          'content-type': 'text/plain; charset=utf-8',
          'cache-control': 'no-store',
        },
      });
    }
    const nonce = randomBytes(16).toString('base64');
    const found = await facilityAt(facts);
    const phone = facilityPhone(found?.facility.phone ?? null);
    const year =
      found === null
        ? null
        : new Intl.DateTimeFormat('en', { year: 'numeric', timeZone: found.facility.timeZoneId }).format();
    const config = { facility: found?.facility ?? null, phone, year, apiOrigin: options.apiOrigin, surface };
    const known = await options.routes.find(surface, path);
    // Without a session every page that is not for everyone shows the login, and nothing may delay its form.
    const mayPreload = known?.isForEveryone === true || carriesSession(c.req.header('cookie'), surface);
    const preload = mayPreload && known?.isEmpty === false ? known : undefined;
    const prefetch = preload?.prefetch ?? null;
    const language = languageOf(c.req.header('accept-language') ?? '');
    const name = surface === 'kiosk' ? found?.facility.facilityName : found?.facility.facilityPortalName;
    const hasPrerendered = preload === undefined && prerenderedPaths[surface].has(path) && name !== undefined;
    const picture = hasPrerendered
      ? await withPrerenderedLogin(html.content.toString('utf8'), {
          words: asHtml({
            portalName: found?.facility.facilityPortalName ?? '',
            facilityName: found?.facility.facilityName ?? '',
            year: year ?? '',
            phone: phone?.shown ?? '',
            phoneHref: phone?.href ?? '',
          }),
          hasPhone: phone !== null,
          hasLogo: typeof found?.facility.logo === 'string',
          language,
        })
      : null;
    const iconSource = found === null ? null : iconSourceOf(found, surface);
    const tabIcon =
      found === null || iconSource === null
        ? null
        : (icon: IconName) => iconPath(found.facility.facilityId, iconSource, icon);
    const text = filledPage(picture?.html ?? html.content.toString('utf8'), {
      surface,
      nonce,
      config,
      css: found?.css ?? '',
      portalName: found?.facility.facilityPortalName ?? null,
      name: name ?? '',
      brand: found?.brand ?? null,
      phone,
      language,
      tabIcon,
      preload: preload ?? null,
    });
    return respond(
      c,
      Buffer.from(text),
      '.html',
      pageHeaders(facts.secure, nonce, options.apiOrigin, surface, [
        oldBrowserScript,
        ...(picture === null ? [] : [picture.scriptSource]),
        ...(prefetch === null ? [] : [scriptSource(prefetch.script)]),
      ]),
      false,
      status,
    );
  };

  const missing = (secure: boolean): Response =>
    new Response(JSON.stringify({ error: 'not_found' }), {
      status: 404,
      headers: { ...dataHeaders(secure), 'content-type': 'application/json', 'cache-control': 'no-store' },
    });

  const manifest = async (c: Context<Bindings>): Promise<Response> => {
    const facts = factsOf(c.env.incoming, options);
    const file = (await files.read('manifest.webmanifest')) ?? (await files.read(`${surface}.webmanifest`));
    const found = await facilityOfHost(pool.db, facts.host, facts.origins);
    if (file === null) return missing(facts.secure);
    const base = v.parse(ManifestFile, JSON.parse(file.content.toString('utf8')));
    // The page passes the language that the person chose, or that of their account (`src/browser/manifestLanguage.ts`).
    const language = languageOf(c.req.query('language') ?? c.req.header('accept-language') ?? '');
    const icon = found === null ? null : iconSourceOf(found, surface);
    return respond(
      c,
      Buffer.from(JSON.stringify(manifestOf(base, surface, language, found, icon))),
      '.webmanifest',
      { ...dataHeaders(facts.secure), 'cache-control': 'no-cache' },
      false,
    );
  };

  const file = async (c: Context<Bindings>, path: string): Promise<Response> => {
    const { secure } = factsOf(c.env.incoming, options);
    const found = await files.read(path.slice(1));
    if (found === null) return missing(secure);
    const headers = {
      ...dataHeaders(secure),
      // A worker runs under the policy of its own script, and it fetches what its page requests.
      ...(extname(path) === '.js'
        ? {
            'content-security-policy': `default-src 'none'; script-src 'self'; connect-src 'self'${options.apiOrigin === '' ? '' : ` ${options.apiOrigin}`}; frame-ancestors 'none'`,
          }
        : {}),
      'cache-control': path.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache',
      etag: found.etag,
    };
    if (c.req.header('if-none-match') === found.etag) return new Response(null, { status: 304, headers });
    return respond(c, found.content, extname(path), headers, true);
  };

  const image = async (c: Context<Bindings>, id: string, name: string): Promise<Response> => {
    const { secure } = factsOf(c.env.incoming, options);
    const content = await facilityImage(pool.db, id, name);
    if (content === null) return missing(secure);
    const extension = extname(name);
    return respond(
      c,
      content,
      extension,
      { ...dataHeaders(secure), 'cache-control': 'public, max-age=31536000, immutable' },
      extension === '.svg',
    );
  };

  app.on(['GET', 'HEAD'], '/*', async (c) => {
    const path = decodedUri(new URL(c.req.url).pathname);
    // A path that only the other target has is redirected to its address; what both have, such as `/`, is answered here (rulings, section
    // 1). A tablet in a patient's hands is not redirected: the kiosk's page brings the patient to its start (rulings, section 9).
    const elsewhere = surface === 'portal' ? 'kiosk' : 'portal';
    const staysHere = surface === 'kiosk' && isHandedOver(c.req.header('cookie'));
    try {
      // The service workers request the page by its file name and use it for every address.
      const isHere = path === '/' || path === '/index.html' || (await options.routes.find(surface, path)) !== undefined;
      const isElsewhere = !isHere && (await options.routes.find(elsewhere, path)) !== undefined;
      if (isElsewhere && !staysHere) {
        const facts = factsOf(c.env.incoming, options);
        const facility = (await facilityAt(facts))?.facility;
        const own = elsewhere === 'portal' ? facility?.portalUrl : facility?.kioskUrl;
        return new Response(null, {
          status: 302,
          headers: {
            ...dataHeaders(facts.secure),
            location: `${own ?? facts.origins[elsewhere]}${path}${new URL(c.req.url).search}`,
            'cache-control': 'no-store',
          },
        });
      }
      const [, id, name] = /^\/facility-logos\/(\d+)\/([\w-]+\.(?:svg|png))$/.exec(path) ?? [];
      if (id !== undefined && name !== undefined) return await image(c, id, name);
      if (path === '/manifest.webmanifest') return await manifest(c);
      if (isHere || isElsewhere) return await page(c, path);
      if (path.startsWith('/assets/') || extname(path) !== '') return await file(c, path);
      // A person who mistyped an address gets the app, which says so in their language. A program must not take a page for an answer, and these are theirs.
      if (isForMachines.test(path)) return missing(factsOf(c.env.incoming, options).secure);
      if (c.req.header('accept')?.includes('text/html') === true) return await page(c, path, 404);
      return missing(factsOf(c.env.incoming, options).secure);
    } catch (error) {
      const down = isUnavailable(error);
      log.error({ request: newRequestId(), route: 'page', down, err: safeError(error) }, 'page failed');
      return new Response(down ? 'The service is not available just now.\n' : 'Something went wrong.\n', {
        status: down ? 503 : 500,
        headers: {
          ...dataHeaders(factsOf(c.env.incoming, options).secure),
          'content-type': 'text/plain; charset=utf-8',
          'cache-control': 'no-store',
          ...(down ? { 'retry-after': '2' } : {}),
        },
      });
    }
  });

  return {
    /** Compresses all files, one after another, so that the first visitors need not wait for it. */
    async warmUp() {
      const keys = new Set<string>();
      for (const name of await readdir(join(folder, 'assets')).catch(() => [])) {
        if (!compressible.has(extname(name))) continue;
        const found = await files.read(`assets/${name}`);
        if (found === null) continue;
        for (const encoding of ['br', 'gzip'] as const) {
          keys.add(compressedFiles.keyOf(found.content, encoding));
          await compressedFiles.get(found.content, encoding, true);
        }
      }
      await compressedFiles.keepOnly(keys);
    },
  };
}
