/** One module of a build's graph and the modules that import it, statically or dynamically. Ids are the bundler's. */
interface GraphModule {
  readonly id: string;
  readonly importers: readonly string[];
}

/** A module that must not be in the kiosk, the reason, and the chain of imports to it, entry first. */
interface WallBreak {
  readonly file: string;
  readonly reason: string;
  readonly chain: readonly string[];
}

const forbidden: readonly { readonly what: RegExp; readonly reason: string }[] = [
  {
    what: /^src\/(?:layout|prerender)\//,
    reason: 'the portal’s layout has links and navigation, and no link may lead out of the kiosk',
  },
  {
    what: /^src\/modules\/(?!(?:questionnaires|secondFactor)\/(?!pages\/|module\.))/,
    reason: 'a waiting-room tablet shows questionnaires, to staff their own sign-in, and nothing else of a record',
  },
  { what: /^src\/data\/vault(\/|\.)/, reason: 'the vault keeps data on the device, and the kiosk keeps nothing' },
  { what: /^src\/data\/query\/persist\./, reason: 'it keeps answers on the device, and the kiosk keeps nothing' },
  {
    what: /^src\/data\/(?:portal|drafts\/(?:portal|outbox|unsent))[./]/,
    reason: 'unsent answers of the portal are kept on the device; the kiosk uses src/data/drafts/kiosk.ts',
  },
  { what: /^src\/(?:main|routes|modules)\./, reason: 'it starts the portal' },
  { what: /^server\//, reason: 'it is the server' },
];

/** The path of a module inside the repository; null for packages, virtual modules and what lies elsewhere. */
function fileOf(id: string, root: string): string | null {
  const path = id.split('?')[0]?.replaceAll('\\', '/') ?? '';
  const base = root.replaceAll('\\', '/').replace(/\/$/, '');
  if (path.startsWith('\0') || path.includes('/node_modules/') || !path.startsWith(`${base}/`)) return null;
  return path.slice(base.length + 1);
}

/** Every forbidden module of a graph, with the shortest chain of imports to it. */
function wallBreaks(modules: readonly GraphModule[], root: string): WallBreak[] {
  const byId = new Map(modules.map((module) => [module.id, module]));
  const chainTo = (id: string): string[] => {
    const seen = new Set([id]);
    let paths: string[][] = [[id]];
    while (paths.length > 0) {
      const longer: string[][] = [];
      for (const path of paths) {
        const importers = byId.get(path[0] ?? '')?.importers ?? [];
        if (importers.length === 0) return path;
        for (const importer of importers) {
          if (seen.has(importer)) continue;
          seen.add(importer);
          longer.push([importer, ...path]);
        }
      }
      paths = longer;
    }
    return [id];
  };
  return modules.flatMap(({ id }) => {
    const file = fileOf(id, root);
    const rule = file === null ? undefined : forbidden.find(({ what }) => what.test(file));
    return file === null || rule === undefined
      ? []
      : [{ file, reason: rule.reason, chain: chainTo(id).map((one) => fileOf(one, root) ?? one) }];
  });
}

function wallMessage(breaks: readonly WallBreak[]): string {
  const lines = breaks.map(
    ({ file, reason, chain }) => `  ${file}\n    ${reason}.\n    Imported through ${chain.join(' > ')}`,
  );
  return `The kiosk would carry modules that it must not have (kiosk/README.md, "The wall"):\n${lines.join('\n')}`;
}

interface BuildContext {
  getModuleIds(): Iterable<string>;
  getModuleInfo(
    id: string,
  ): { readonly importers: readonly string[]; readonly dynamicImporters: readonly string[] } | null;
  error(message: string): never;
}

/** Fails the kiosk's build when a module of the portal enters its graph, used or not, imported statically or dynamically. */
export function graphWall(root: string) {
  return {
    name: 'kiosk-graph-wall',
    apply: 'build' as const,
    buildEnd(this: BuildContext, failure?: Error): void {
      if (failure) return;
      const modules = [...this.getModuleIds()].map((id) => {
        const info = this.getModuleInfo(id);
        return { id, importers: info ? [...info.importers, ...info.dynamicImporters] : [] };
      });
      const breaks = wallBreaks(modules, root);
      if (breaks.length > 0) this.error(wallMessage(breaks));
    },
  };
}
