import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { parseSync } from 'vite';

/** An import in a file: a path of the tree or a package as written, and its line. */
export interface Import {
  readonly to: string;
  readonly line: number;
}

/** The imports of each file, by its path relative to the project's root. */
export type Imports = ReadonlyMap<string, readonly Import[]>;

/** The type of a module, `import('./other.ts').Thing`, which the parser does not list. */
const importedType = /\bimport\(\s*'([^'$]+)'\s*\)/g;

const targetOf = (file: string, specifier: string): string => {
  const path = specifier.replace(/\?.*$/, '');
  if (path === '@portal/api') return 'src/api/index.ts';
  return path.startsWith('.') ? posix.join(dirname(file), path) : path;
};

/** Every import of a file: static, type-only, lazy, and re-exports. */
export function importsOf(file: string, text: string): readonly Import[] {
  const { module } = parseSync(file, text);
  const found = module.staticImports.map(({ moduleRequest }) => moduleRequest);
  for (const { entries } of module.staticExports)
    for (const { moduleRequest } of entries) if (moduleRequest) found.push(moduleRequest);
  const lineAt = (index: number) => text.slice(0, index).split('\n').length;
  return [
    ...found.map(({ value, start }) => ({ to: targetOf(file, value), line: lineAt(start) })),
    ...[...text.matchAll(importedType)].map(({ 1: value = '', index }) => ({
      to: targetOf(file, value),
      line: lineAt(index),
    })),
  ];
}

/** The source files of a project in a folder, without the files of the sample module. */
export const sourceFiles = (root: string): readonly string[] =>
  ['src', 'kiosk', 'sw', 'server', 'tests'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .map((path) => `${folder}/${path.replaceAll('\\', '/')}`)
      .filter((path) => /\.(ts|tsx|mjs)$/.test(path) && !/\/node_modules\/|^tests\/sampleModule\/files\//.test(path)),
  );

export const readImports = (root: string): Imports =>
  new Map(sourceFiles(root).map((file) => [file, importsOf(file, readFileSync(join(root, file), 'utf8'))]));

/** Groups of files in which each reaches all others by imports of any kind (Tarjan's strongly connected components). */
export function circlesOf(imports: Imports): readonly (readonly string[])[] {
  const order = new Map<string, number>();
  const open: string[] = [];
  const circles: string[][] = [];
  /** Returns the earliest open file that this one reaches. */
  const visit = (file: string): number => {
    const own = order.size;
    order.set(file, own);
    open.push(file);
    let earliest = own;
    for (const { to } of imports.get(file) ?? []) {
      if (!imports.has(to)) continue;
      const known = order.get(to);
      if (known === undefined) earliest = Math.min(earliest, visit(to));
      else if (open.includes(to)) earliest = Math.min(earliest, known);
    }
    if (earliest < own) return earliest;
    const circle = open.splice(open.indexOf(file));
    if (circle.length > 1) circles.push(circle.sort());
    return own;
  };
  for (const file of imports.keys()) if (!order.has(file)) visit(file);
  return circles;
}
