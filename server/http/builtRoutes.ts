import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import * as v from 'valibot';
import type { Surface } from './handler.ts';

const perLanguage = '{language}';

const ViteManifest = v.record(
  v.string(),
  v.object({
    file: v.string(),
    css: v.optional(v.array(v.string()), []),
    imports: v.optional(v.array(v.string()), []),
    isEntry: v.optional(v.boolean(), false),
  }),
);
/**
 * `{"/complete-questionnaire": {"modules": ["modules/questionnaires/pages/FillPage.tsx"]}}`: the modules of each page's chunk, as keys of
 * Vite's manifest. `{language}` in a name stands for the person's language.
 */
const BuiltPages = v.record(
  v.string(),
  v.object({
    modules: v.array(v.string()),
    isForEveryone: v.optional(v.boolean(), false),
    prefetch: v.optional(
      v.object({
        script: v.string(),
        calls: v.array(v.object({ address: v.string(), hasToken: v.boolean(), hasLanguage: v.boolean() })),
      }),
    ),
  }),
);

export interface RoutePreload {
  readonly path: string;
  readonly pattern: RegExp;
  readonly isEmpty: boolean;
  /** The page is also shown to visitors without a session. */
  readonly isForEveryone: boolean;
  /** What makes the page's first calls before all files are loaded: an inline script, and the calls in the form that it reads. */
  readonly prefetch: { readonly script: string; readonly calls: string } | null;
  readonly scripts: readonly string[];
  /** The text files of a language, given by its two letters; empty if there are none. */
  readonly words: (language: string) => readonly string[];
  readonly styles: readonly string[];
}

async function readJson<Schema extends v.GenericSchema>(
  path: string,
  schema: Schema,
): Promise<v.InferOutput<Schema> | null> {
  const text = await readFile(path, 'utf8').catch(() => null);
  if (text === null) return null;
  const parsed = v.safeParse(schema, JSON.parse(text));
  return parsed.success ? parsed.output : null;
}

/** The files that a deep link needs besides the entry's own, by the pattern of its path. */
async function readPreloads(folder: string): Promise<RoutePreload[]> {
  const manifest = await readJson(join(folder, '.vite/manifest.json'), ViteManifest);
  const pages = await readJson(join(folder, 'route-modules.json'), BuiltPages);
  if (manifest === null || pages === null) return [];
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
  const early = new Set(Object.values(pages).flatMap(({ prefetch }) => prefetch?.script ?? []));
  const entry = closure(
    Object.entries(manifest).flatMap(([name, chunk]) => (chunk.isEntry && !early.has(name) ? [name] : [])),
  );
  const scripts = new Map<string, string>();
  for (const name of early) {
    const { file } = manifest[name] ?? {};
    const code = file === undefined ? null : await readFile(join(folder, file), 'utf8').catch(() => null);
    // Wrapped in a function, so that its names do not collide with those of another inline script.
    if (code !== null) scripts.set(name, `(()=>{${code.trim()}})()`);
  }
  const filesOf = (names: Iterable<string>): string[] =>
    [...names].flatMap((name) => (manifest[name] === undefined ? [] : [`/${manifest[name].file}`]));
  return Object.entries(pages).map(([path, { modules, isForEveryone, prefetch }]) => {
    const needed = [...closure(modules)].filter((name) => !entry.has(name));
    const script = prefetch && scripts.get(prefetch.script);
    const pattern = path.replace(/[.*+?^()|[\]\\]/g, '\\$&').replace(/(\{\w+\}|\$\w+)/g, '[^/]+');
    // The entry already contains the English words that every page uses, which have no file of their own.
    const wordsIn = (language: string): string[] =>
      modules.flatMap((name) => (name.includes(perLanguage) ? [name.replace(perLanguage, language)] : []));
    return {
      path,
      pattern: new RegExp(`^${pattern}/?$`, 'i'),
      isEmpty: modules.length === 0,
      isForEveryone,
      prefetch: script ? { script, calls: JSON.stringify(prefetch?.calls) } : null,
      scripts: filesOf(needed),
      words: (language) => filesOf(wordsIn(language)),
      styles: [...new Set(needed.flatMap((name) => manifest[name]?.css ?? []))].map((file) => `/${file}`),
    };
  });
}

/** The page lists of the builds. They are read again when they change on disk. */
export class BuiltRoutes {
  private readonly known = new Map<
    Surface,
    { readonly changed: number; readonly list: Promise<readonly RoutePreload[]> }
  >();
  private readonly dist: string;

  constructor(dist: string) {
    this.dist = dist;
  }

  private async of(surface: Surface): Promise<readonly RoutePreload[]> {
    const folder = join(this.dist, surface);
    const changed = (await stat(join(folder, '.vite/manifest.json')).catch(() => null))?.mtimeMs ?? 0;
    const known = this.known.get(surface);
    if (known?.changed === changed) return known.list;
    const list = readPreloads(folder);
    this.known.set(surface, { changed, list });
    return list;
  }

  /** The page of a path, regardless of upper and lower case; undefined if there is none. */
  async find(surface: Surface, path: string): Promise<RoutePreload | undefined> {
    return (await this.of(surface)).find(({ pattern }) => pattern.test(path));
  }

  async isPageOfPortal(path: string): Promise<boolean> {
    return (await this.of('portal')).some((route) => route.path === path);
  }
}
