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
 * `{"/complete-questionnaire": ["modules/questionnaires/pages/StandaloneFillPage.tsx"]}`: the modules of the route's chunk, as keys of Vite's manifest. An entry
 * among them is a script that runs before all others; `{language}` in a name stands for the person's language. Under `everyone` where
 * the page is shown without a session.
 */
const RouteModules = v.record(
  v.string(),
  v.union([v.string(), v.array(v.string()), v.object({ everyone: v.array(v.string()) })]),
);
const isForEveryone = (row: v.InferOutput<typeof RouteModules>[string]): row is { everyone: string[] } =>
  typeof row === 'object' && 'everyone' in row;
const modulesOf = (row: v.InferOutput<typeof RouteModules>[string]): readonly string[] =>
  isForEveryone(row) ? row.everyone : [row].flat();

export interface RoutePreload {
  readonly path: string;
  readonly pattern: RegExp;
  /** Nothing is fetched ahead for it. */
  readonly isEmpty: boolean;
  /** The page is shown to whoever has no session, too. */
  readonly isForEveryone: boolean;
  /** Scripts that run by themselves, before all others. */
  readonly early: readonly string[];
  readonly scripts: readonly string[];
  /** The texts of a language, by its two letters; empty where there are none. */
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
  const entry = closure(
    Object.entries(manifest).flatMap(([name, chunk]) => (chunk.isEntry && !isEarly(name) ? [name] : [])),
  );
  const filesOf = (names: Iterable<string>): string[] =>
    [...names].flatMap((name) => (manifest[name] === undefined ? [] : [`/${manifest[name].file}`]));
  return Object.entries(routes).map(([path, row]) => {
    const modules = modulesOf(row);
    const early = modules.filter(isEarly);
    const needed = [...closure(modules)].filter((name) => !entry.has(name) && !isEarly(name));
    const pattern = path.replace(/[.*+?^()|[\]\\]/g, '\\$&').replace(/(\{\w+\}|\$\w+)/g, '[^/]+');
    // The start brings the English of what every page says.
    const wordsIn = (language: string): string[] =>
      modules
        .flatMap((name) => (name.includes(perLanguage) ? [name.replace(perLanguage, language)] : []))
        .filter((name) => !manifest[name]?.imports.some((imported) => entry.has(imported)));
    return {
      path,
      pattern: new RegExp(`^${pattern}/?$`, 'i'),
      isEmpty: modules.length === 0,
      isForEveryone: isForEveryone(row),
      early: filesOf(early),
      scripts: filesOf(needed),
      words: (language) => filesOf(wordsIn(language)),
      styles: [...new Set(needed.flatMap((name) => manifest[name]?.css ?? []))].map((file) => `/${file}`),
    };
  });
}

/** What the builds say of their pages; read again when they change on disk. */
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

  /** The page of a path, whatever its capitals; undefined where a target has none. */
  async find(surface: Surface, path: string): Promise<RoutePreload | undefined> {
    return (await this.of(surface)).find(({ pattern }) => pattern.test(path));
  }

  /** Whether a path, as it is declared, is one of a page of the portal. */
  async isPageOfPortal(path: string): Promise<boolean> {
    return (await this.of('portal')).some((route) => route.path === path);
  }
}
