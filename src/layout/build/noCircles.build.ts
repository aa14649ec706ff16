import type { Plugin } from 'vite';

type Graph = ReadonlyMap<string, readonly string[]>;

/** The shortest circle of imports, from a module to itself; null where there is none. */
export function circleIn(graph: Graph): readonly string[] | null {
  for (const start of graph.keys()) {
    const seen = new Set<string>();
    let paths: (readonly string[])[] = [[start]];
    while (paths.length > 0) {
      const longer: (readonly string[])[] = [];
      for (const path of paths) {
        for (const imported of graph.get(path.at(-1) ?? '') ?? []) {
          if (imported === start) return [...path, start];
          if (seen.has(imported)) continue;
          seen.add(imported);
          longer.push([...path, imported]);
        }
      }
      paths = longer;
    }
  }
  return null;
}

/**
 * Fails the build where our modules import each other in a circle, dynamic imports included, which lint does not see: such modules can be
 * neither read, moved nor loaded one by one. `root`: the folder of the project, with a slash at its end.
 */
export function noCircles(root: string): Plugin {
  return {
    name: 'no-circles',
    apply: 'build',
    buildEnd(failure) {
      if (failure) return;
      const nameOf = (id: string) => id.split('?')[0]?.slice(root.length) ?? id;
      const isOurs = (id: string) => id.startsWith(root) && !id.includes('/node_modules/');
      const graph = new Map(
        [...this.getModuleIds()].filter(isOurs).map((id) => {
          const info = this.getModuleInfo(id);
          const imported = info ? [...info.importedIds, ...info.dynamicallyImportedIds] : [];
          return [nameOf(id), imported.filter(isOurs).map(nameOf)];
        }),
      );
      const circle = circleIn(graph);
      if (circle !== null) this.error(`Modules import each other in a circle:\n  ${circle.join('\n  > ')}`);
    },
  };
}
