import { fileURLToPath } from 'node:url';
import { type Plugin, build } from 'vite';

const mark = 'program:';

/** Bundles a module and all its imports into the text of one program, which a thread can start from both in the build and in tests. */
async function programOf(entry: string): Promise<{ readonly text: string; readonly files: readonly string[] }> {
  const made = await build({
    configFile: false,
    logLevel: 'error',
    ssr: { noExternal: true },
    build: { ssr: entry, write: false, minify: false, target: 'node20', rollupOptions: { output: { format: 'cjs' } } },
  });
  for (const result of [made].flat())
    if ('output' in result)
      for (const part of result.output)
        if (part.type === 'chunk' && part.isEntry) return { text: part.code, files: part.moduleIds };
  throw new Error(`${entry} makes no program`);
}

/** Resolves `import program from 'program:folder/name.ts'` to the text of a thread's program (`threads.ts`). `folder` is in this folder. */
export function threads(): Plugin {
  return {
    name: 'threads',
    enforce: 'pre',
    resolveId: (id) => (id.startsWith(mark) ? `\0${id}` : undefined),
    async load(id) {
      if (!id.startsWith(`\0${mark}`)) return undefined;
      const { text, files } = await programOf(fileURLToPath(new URL(id.slice(mark.length + 1), import.meta.url)));
      for (const file of files) this.addWatchFile(file);
      return { code: `export default ${JSON.stringify(text)};`, map: null };
    },
  };
}
