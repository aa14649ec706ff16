import { createHash, randomBytes } from 'node:crypto';
import { readFile, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { extname, join, normalize, sep } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Context, Hono } from 'hono';
import { languageCodes, pageRoutes } from '@portal/api';
import * as v from 'valibot';
import { facilityOfHost, logoOf } from '../areas/facility.ts';
import { makeFolder } from '../db/folders.ts';
import { isUnavailable } from '../db/pool.ts';
import { firstPictures } from './firstPicture.ts';
import type { Surface } from './handler.ts';
import type { MountOptions } from './mount.ts';
import { type Bindings, carriesSession, factsOf, newRequestId } from './request.ts';
import { dataHeaders, pageHeaders } from './securityHeaders.ts';

const brotli = promisify(brotliCompress);
const gzipped = promisify(gzip);

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
const compressible = new Set(['.html', '.js', '.css', '.json', '.webmanifest', '.svg', '.txt']);

const kioskPaths = new Set(['/kioskLogin', '/kioskQuestionnaires', '/patientKioskUserLogin', '/patientKioskQuestionnaires', '/complete-kiosk-questionnaire', '/kiosk-questionnaire-scoring']);
/** Routes of the portal that the kiosk has no page for; asked there, they lead to the portal (rulings, section 1). */
const portalPaths: ReadonlySet<string> = new Set([...pageRoutes.filter((path) => path !== '/'), '/termsofuse', '/ssologout']);

/** Where the sign-in is shown first; the service workers (`sw/`) keep a copy of each. */
const firstPicturePaths: Readonly<Record<Surface, ReadonlySet<string>>> = {
  portal: new Set(['/', '/login']),
  kiosk: new Set(['/', '/kioskLogin']),
};

type Encoding = 'br' | 'gzip' | 'identity';

const chooseEncoding = (accepts: string, extension: string): Encoding => {
  if (!compressible.has(extension)) return 'identity';
  return /\bbr\b/.test(accepts) ? 'br' : /\bgzip\b/.test(accepts) ? 'gzip' : 'identity';
};

/** Contents of the built files, compressed, by their hash: bounded in memory, kept on disk for the next start. */
class CompressedFiles {
  private readonly memory = new Map<string, Uint8Array<ArrayBuffer>>();
  private size = 0;
  private readonly most = 24_000_000;
  private readonly folder: string;

  constructor(folder: string) {
    this.folder = folder;
  }

  /** The name under which a file's compressed form is kept. */
  keyOf(content: Buffer, encoding: Encoding): string {
    return `${createHash('sha256').update(content).digest('hex').slice(0, 32)}.${encoding}`;
  }

  /** Deletes what belongs to earlier builds. */
  async keepOnly(keys: ReadonlySet<string>): Promise<void> {
    for (const name of await readdir(this.folder).catch(() => [])) if (!keys.has(name)) await rm(join(this.folder, name), { force: true });
  }

  async get(content: Buffer, encoding: Encoding, thorough: boolean): Promise<Uint8Array<ArrayBuffer>> {
    if (encoding === 'identity') return new Uint8Array(content);
    const key = this.keyOf(content, encoding);
    const known = this.memory.get(key);
    if (known !== undefined) return known;
    const file = join(this.folder, key);
    const onDisk = await readFile(file).catch(() => null);
    if (onDisk !== null) return this.remember(key, onDisk);
    const made =
      encoding === 'br'
        ? await brotli(content, { params: { [constants.BROTLI_PARAM_QUALITY]: thorough ? 11 : 5, [constants.BROTLI_PARAM_SIZE_HINT]: content.length } })
        : await gzipped(content, { level: thorough ? 9 : 6 });
    if (!thorough) return new Uint8Array(made);
    await makeFolder(this.folder, 0o755)
      .then(() => writeFile(`${file}.${process.pid}`, made))
      .then(() => rename(`${file}.${process.pid}`, file))
      .catch(() => undefined);
    return this.remember(key, made);
  }

  private remember(key: string, made: Buffer): Uint8Array<ArrayBuffer> {
    const bytes = new Uint8Array(made);
    this.memory.set(key, bytes);
    this.size += bytes.byteLength;
    for (const [oldest, old] of this.memory) {
      if (this.size <= this.most) break;
      this.memory.delete(oldest);
      this.size -= old.byteLength;
    }
    return bytes;
  }
}

interface File {
  readonly content: Buffer;
  readonly etag: string;
  readonly changed: number;
}

/** Reads files of the given folders, the first that has it; a file is read again when it changed on disk. */
class FileReader {
  private readonly known = new Map<string, File>();
  private readonly folders: readonly string[];

  constructor(folders: readonly string[]) {
    this.folders = folders;
  }

  async read(path: string): Promise<File | null> {
    const relative = normalize(path);
    if (relative.split(sep).some((part) => part === '..' || (part.startsWith('.') && part !== '')) || relative.includes('\0')) return null;
    for (const folder of this.folders) {
      const at = join(folder, relative);
      const found = await stat(at).catch(() => null);
      if (found === null || !found.isFile()) continue;
      const known = this.known.get(at);
      if (known !== undefined && known.changed === found.mtimeMs) return known;
      const content = await readFile(at).catch(() => null);
      if (content === null) continue;
      const file = { content, etag: `"${createHash('sha256').update(content).digest('base64url').slice(0, 22)}"`, changed: found.mtimeMs };
      this.known.set(at, file);
      return file;
    }
    return null;
  }
}

const perLanguage = '{language}';

const ViteManifest = v.record(
  v.string(),
  v.object({ file: v.string(), css: v.optional(v.array(v.string()), []), imports: v.optional(v.array(v.string()), []), isEntry: v.optional(v.boolean(), false) }),
);
/**
 * `{"/complete-questionnaire": ["features/questionnaires/page.tsx"]}`: the modules of the route's chunk, as keys of Vite's manifest. An entry
 * among them is a script that runs before all others; `{language}` in a name stands for the person's language. Under `everyone` where
 * the page is shown without a session.
 */
const RouteModules = v.record(v.string(), v.union([v.string(), v.array(v.string()), v.object({ everyone: v.array(v.string()) })]));
const isForEveryone = (row: v.InferOutput<typeof RouteModules>[string]): row is { everyone: string[] } => typeof row === 'object' && 'everyone' in row;
const modulesOf = (row: v.InferOutput<typeof RouteModules>[string]): readonly string[] => (isForEveryone(row) ? row.everyone : [row].flat());

interface RoutePreload {
  readonly pattern: RegExp;
  /** The page is shown to whoever has no session, too. */
  readonly isForEveryone: boolean;
  /** Scripts that run by themselves, before all others. */
  readonly early: readonly string[];
  readonly scripts: readonly string[];
  /** The texts of a language, by its two letters; empty where there are none. */
  readonly words: (language: string) => readonly string[];
  readonly styles: readonly string[];
}

async function readJson<Schema extends v.GenericSchema>(path: string, schema: Schema): Promise<v.InferOutput<Schema> | null> {
  const text = await readFile(path, 'utf8').catch(() => null);
  if (text === null) return null;
  const parsed = v.safeParse(schema, JSON.parse(text));
  return parsed.success ? parsed.output : null;
}

/** Which files a deep link will need besides the entry's own, by the pattern of its path. */
async function readPreloads(folder: string): Promise<RoutePreload[]> {
  const manifest = await readJson(join(folder, '.vite/manifest.json'), ViteManifest);
  const routes = await readJson(join(folder, 'route-modules.json'), RouteModules);
  if (manifest === null || routes === null) return [];
  const closure = (start: readonly string[]): Set<string> => {
    const seen = new Set<string>();
    const visit = (name: string): void => {
      if (seen.has(name) || manifest[name] === undefined) return;
      seen.add(name);
      manifest[name].imports.forEach(visit);
    };
    start.forEach(visit);
    return seen;
  };
  const named = new Set(Object.values(routes).flatMap(modulesOf));
  const isEarly = (name: string): boolean => manifest[name]?.isEntry === true && named.has(name);
  const entry = closure(Object.entries(manifest).flatMap(([name, chunk]) => (chunk.isEntry && !isEarly(name) ? [name] : [])));
  const filesOf = (names: Iterable<string>): string[] => [...names].flatMap((name) => (manifest[name] === undefined ? [] : [`/${manifest[name].file}`]));
  return Object.entries(routes).map(([path, row]) => {
    const modules = modulesOf(row);
    const early = modules.filter(isEarly);
    const needed = [...closure(modules)].filter((name) => !entry.has(name) && !isEarly(name));
    const pattern = path.replace(/[.*+?^()|[\]\\]/g, '\\$&').replace(/(\{\w+\}|\$\w+)/g, '[^/]+');
    // The start brings the English of what every page says.
    const wordsIn = (language: string): string[] =>
      modules.flatMap((name) => (name.includes(perLanguage) ? [name.replace(perLanguage, language)] : [])).filter((name) => !manifest[name]?.imports.some((imported) => entry.has(imported)));
    return {
      pattern: new RegExp(`^${pattern}/?$`),
      isForEveryone: isForEveryone(row),
      early: filesOf(early),
      scripts: filesOf(needed),
      words: (language) => filesOf(wordsIn(language)),
      styles: [...new Set(needed.flatMap((name) => manifest[name]?.css ?? []))].map((file) => `/${file}`),
    };
  });
}

/** The browser's first language that the apps speak; which one the person chose on their device is not known here. */
const languageOf = (accepts: string): string =>
  accepts.split(',').flatMap((part) => languageCodes.find((code) => part.trim().toLowerCase().startsWith(code)) ?? [])[0] ?? 'en';

const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);

const ManifestFile = v.looseObject({});

export interface PageOptions extends MountOptions {
  /** The folder `dist`. */
  readonly dist: string;
  /** Where compressed files are kept between starts. */
  readonly compressedFolder: string;
  readonly apiOrigin: string;
}

/** Serves one build: its pages with the facility in them, its files, the manifest and the logos. */
export function mountPages(app: Hono<Bindings>, options: PageOptions): { warmUp: () => Promise<void> } {
  const { surface, pool, dist, log } = options;
  const folder = join(dist, surface);
  // A page that was opened before a deploy may still ask for the previous build's files.
  const files = new FileReader([folder, join(dist, `${surface}-previous`)]);
  const compressedFiles = new CompressedFiles(options.compressedFolder);
  const pictureFirst = firstPictures(folder);
  let preloads: { changed: number; list: Promise<RoutePreload[]> } = { changed: -1, list: Promise.resolve([]) };

  const preloadsOf = async (path: string): Promise<RoutePreload | undefined> => {
    const changed = (await stat(join(folder, '.vite/manifest.json')).catch(() => null))?.mtimeMs ?? 0;
    if (preloads.changed !== changed) preloads = { changed, list: readPreloads(folder) };
    return (await preloads.list).find(({ pattern }) => pattern.test(path));
  };

  const respond = async (c: Context<Bindings>, content: Buffer, extension: string, headers: Record<string, string>, thorough: boolean): Promise<Response> => {
    const encoding = chooseEncoding(c.req.header('accept-encoding') ?? '', extension);
    const bytes = await compressedFiles.get(content, encoding, thorough);
    return new Response(c.req.method === 'HEAD' ? null : bytes, {
      headers: {
        'content-type': types[extension] ?? 'application/octet-stream',
        ...headers,
        ...(compressible.has(extension) ? { vary: 'accept-encoding' } : {}),
        ...(encoding === 'identity' ? {} : { 'content-encoding': encoding }),
      },
    });
  };

  const page = async (c: Context<Bindings>, path: string): Promise<Response> => {
    const facts = factsOf(c.env.incoming, options);
    const html = await files.read('index.html');
    if (html === null) {
      return new Response('The app is not built: run "npm run build".\n', { status: 503, headers: { ...dataHeaders(facts.secure), 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' } });
    }
    const nonce = randomBytes(16).toString('base64');
    // Without its database a page still opens: drafts and kept records live on the device.
    const found = await facilityOfHost(pool.db, facts.host, facts.origins).catch((error: unknown) => {
      if (!isUnavailable(error)) throw error;
      return null;
    });
    const config = { facility: found?.facility ?? null, apiOrigin: options.apiOrigin, surface };
    const known = await preloadsOf(path);
    // Someone without a session is shown the sign-in on every page that is not for everyone: nothing may come before its form.
    const preload = known?.isForEveryone === true || carriesSession(c.req.header('cookie'), surface) ? known : undefined;
    const language = languageOf(c.req.header('accept-language') ?? '');
    const name = surface === 'kiosk' ? found?.facility.facilityName : found?.facility.facilityPortalName;
    const hasPicture = preload === undefined && firstPicturePaths[surface].has(path) && name !== undefined;
    const picture = hasPicture ? await pictureFirst(html.content.toString('utf8'), { name: escapeHtml(name), hasLogo: typeof found?.facility.logo === 'string', language }) : null;
    const head = [
      `<meta name="vestibule-config" content="${escapeHtml(JSON.stringify(config))}">`,
      `<style nonce="${nonce}">${found?.css ?? ''}</style>`,
      ...(found === null ? [] : [`<title>${escapeHtml(found.facility.facilityPortalName)}</title>`]),
      '<link rel="manifest" href="/manifest.webmanifest">',
      ...(found === null || found.brand === null ? [] : [`<meta name="theme-color" content="${escapeHtml(found.brand)}">`]),
      ...(preload?.early ?? []).map((src) => `<script type="module" async crossorigin src="${escapeHtml(src)}"></script>`),
      // Fetched now, applied by the page itself: a sheet that stands before the entry's would decide the order of the layers.
      ...(preload?.styles ?? []).map((href) => `<link rel="preload" as="style" crossorigin href="${escapeHtml(href)}">`),
    ].join('');
    // Behind the entry's own: it is the largest, and the browser asks for six files at a time.
    const modules = [...(preload?.scripts ?? []), ...(preload?.words(language) ?? [])];
    const text = (picture?.html ?? html.content.toString('utf8'))
      .replace('<!--head-->', () => head)
      .replace('</head>', () => `${modules.map((href) => `<link rel="modulepreload" crossorigin href="${escapeHtml(href)}">`).join('')}</head>`)
      // What a deep link shows comes before its typeface.
      .replace(preload === undefined ? '' : /<link rel="preload"[^>]+ as="font"[^>]*>/, '');
    return respond(c, Buffer.from(text), '.html', pageHeaders(facts.secure, nonce, options.apiOrigin, surface, picture?.scriptSource), false);
  };

  const missing = (secure: boolean): Response => new Response('Not found\n', { status: 404, headers: { ...dataHeaders(secure), 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' } });

  const manifest = async (c: Context<Bindings>): Promise<Response> => {
    const facts = factsOf(c.env.incoming, options);
    const file = (await files.read('manifest.webmanifest')) ?? (await files.read(`${surface}.webmanifest`));
    const found = await facilityOfHost(pool.db, facts.host, facts.origins);
    if (file === null) return missing(facts.secure);
    const base = v.parse(ManifestFile, JSON.parse(file.content.toString('utf8')));
    const named =
      found === null
        ? {}
        : {
            name: surface === 'kiosk' ? `${found.facility.facilityShortName} Kiosk` : found.facility.facilityPortalName,
            short_name: surface === 'kiosk' ? `${found.facility.facilityShortName} Kiosk` : found.facility.facilityShortName,
            ...(found.brand === null ? {} : { theme_color: found.brand }),
          };
    return respond(c, Buffer.from(JSON.stringify({ ...base, ...named })), '.webmanifest', { ...dataHeaders(facts.secure), 'cache-control': 'no-cache' }, false);
  };

  const file = async (c: Context<Bindings>, path: string): Promise<Response> => {
    const { secure } = factsOf(c.env.incoming, options);
    const found = await files.read(path.slice(1));
    if (found === null) return missing(secure);
    const headers = {
      ...dataHeaders(secure),
      // A worker runs under the policy of its own script, and it fetches what its page asks for.
      ...(extname(path) === '.js' ? { 'content-security-policy': `default-src 'none'; script-src 'self'; connect-src 'self'${options.apiOrigin === '' ? '' : ` ${options.apiOrigin}`}; frame-ancestors 'none'` } : {}),
      'cache-control': path.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache',
      etag: found.etag,
    };
    if (c.req.header('if-none-match') === found.etag) return new Response(null, { status: 304, headers });
    return respond(c, found.content, extname(path), headers, true);
  };

  const logo = async (c: Context<Bindings>, id: string, name: string): Promise<Response> => {
    const { secure } = factsOf(c.env.incoming, options);
    const svg = /^\d{1,15}$/.test(id) ? await logoOf(pool.db, Number(id), name) : null;
    if (svg === null) return missing(secure);
    return respond(c, Buffer.from(svg), '.svg', { ...dataHeaders(secure), 'cache-control': 'public, max-age=31536000, immutable' }, true);
  };

  app.on(['GET', 'HEAD'], '/*', async (c) => {
    const path = decodeURIComponentSafely(new URL(c.req.url).pathname);
    const other: Surface | null = surface === 'portal' && kioskPaths.has(path) ? 'kiosk' : surface === 'kiosk' && portalPaths.has(path) ? 'portal' : null;
    try {
      if (other !== null) {
        const { origins, secure } = factsOf(c.env.incoming, options);
        return new Response(null, { status: 302, headers: { ...dataHeaders(secure), location: `${origins[other]}${path}${new URL(c.req.url).search}`, 'cache-control': 'no-store' } });
      }
      const [, id, name] = /^\/facility-logos\/(\d+)\/([\w-]+\.svg)$/.exec(path) ?? [];
      if (id !== undefined && name !== undefined) return await logo(c, id, name);
      if (path === '/manifest.webmanifest') return await manifest(c);
      // By its file's name the page is asked for by the workers, who keep it for every address.
      if (path === '/index.html') return await page(c, path);
      if (path.startsWith('/assets/') || extname(path) !== '') return await file(c, path);
      return await page(c, path);
    } catch (error) {
      const down = isUnavailable(error);
      log.error({ request: newRequestId(), route: 'page', down, type: error instanceof Error ? error.name : typeof error }, 'page failed');
      return new Response(down ? 'The service is not available just now.\n' : 'Something went wrong.\n', {
        status: down ? 503 : 500,
        headers: { ...dataHeaders(false), 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store', ...(down ? { 'retry-after': '2' } : {}) },
      });
    }
  });

  return {
    /** Compresses every file well, one after the other, so that the first visitors need not wait for it. */
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

function decodeURIComponentSafely(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
