import { readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { vanillaExtractPlugin } from '@vanilla-extract/vite-plugin';
import react from '@vitejs/plugin-react';
import { type Plugin, type UserConfig, defineConfig, runnerImport } from 'vite';
import { VitePWA } from 'vite-plugin-pwa';
import { words } from './src/words/vite-plugin.ts';
import { firstPicture } from './vite.firstPicture.ts';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const require = createRequire(import.meta.url);
const parser = require.resolve('@formatjs/icu-messageformat-parser');

/** Messages are compiled at build time, so the parser stays out of both apps unless a facility rewords a text with placeholders. */
export const aliases = [
  { find: /^@formatjs\/icu-messageformat-parser$/, replacement: parser.replace(/index\.js$/, 'no-parser.js') },
  { find: 'icu-parser', replacement: parser },
];

/** Lucide's icons come with a builder for every framework and option; ours draws what we use of it. */
function lightIcons(): Plugin {
  return {
    name: 'light-icons',
    enforce: 'pre',
    resolveId: (id, importer) => (id.endsWith('/createLucideIcon.mjs') && importer?.includes('/lucide-react/') ? here('./src/ui/lucideIcon.ts') : null),
  };
}

/** Puts the target's own web app manifest beside its index.html. */
function webManifest(target: 'portal' | 'kiosk'): Plugin {
  const source = here(`./sw/manifest.${target}.webmanifest`);
  return {
    name: 'web-manifest',
    apply: 'build',
    generateBundle() {
      this.addWatchFile(source);
      const manifest: unknown = JSON.parse(readFileSync(source, 'utf8'));
      this.emitFile({ type: 'asset', fileName: 'manifest.webmanifest', source: JSON.stringify(manifest) });
    },
    // The note for developers that lies among the public files is not for the public.
    writeBundle: ({ dir }) => rmSync(`${dir}/README.md`, { force: true }),
  };
}

/**
 * The layers are in order of their first mention, and with split style sheets that is whichever file arrives first: each file names
 * them all.
 */
function layersInOrder(): Plugin {
  const order = '@layer tokens,base,components,kiosk,utilities,print;';
  return {
    name: 'layers-in-order',
    apply: 'build',
    generateBundle(_, bundle) {
      for (const file of Object.values(bundle)) if (file.type === 'asset' && file.fileName.endsWith('.css')) file.source = order + String(file.source);
    },
  };
}

/**
 * A colour of the system that a token stands for would be worked out with the token, and no element could show it as the system's:
 * where the device forces its palette, the tokens keep their expressions. The writer of the style sheets knows no condition for this.
 */
function tokensOfForcedColours(): Plugin {
  return {
    name: 'tokens-of-forced-colours',
    enforce: 'pre',
    transform: (code, id) => (id.endsWith('/tokens.css.ts.vanilla.css') ? code.replace(/(@property [^}]*\}\s*)+/, (rules) => `@media (forced-colors: none) {\n${rules}}\n`) : null),
  };
}

/** What makes style sheets of the `.css.ts` files. */
export const styleSheets = () => [vanillaExtractPlugin(), tokensOfForcedColours()];

/** An empty style sheet once left a build without looks and without an error (vanilla-extract 1747, 1770). */
function stylesAreThere(): Plugin {
  return {
    name: 'styles-are-there',
    apply: 'build',
    generateBundle(_, bundle) {
      const sheets = Object.values(bundle).filter((file) => file.type === 'asset' && file.fileName.endsWith('.css'));
      const bytes = sheets.reduce((sum, file) => sum + (file.type === 'asset' ? file.source.length : 0), 0);
      if (bytes < 2000) this.error(`The style sheets hold ${bytes} bytes in all: they have been lost on the way.`);
    },
  };
}

/** What a page needs besides its own module, by the layout around it. */
const around: Readonly<Record<string, readonly string[]>> = {
  gate: ['app.tsx', 'portal/engine.ts'],
  home: ['early.ts', 'app.tsx', 'portal/engine.ts', 'portal/SignedIn.tsx', 'portal/Home.tsx'],
  work: ['early.ts', 'app.tsx', 'portal/engine.ts', 'portal/SignedIn.tsx'],
  app: ['app.tsx'],
};

/** Pages that `main.tsx` shows before the router is there: what they need instead. */
const withoutRouter: Readonly<Record<string, readonly string[]>> = {
  '/complete-questionnaire': ['early.ts', 'portal/FirstFill.tsx'],
};

/**
 * What the declaration of a page of the portal says of its preloading: its texts, as the keys of their modules (`{language}` is for the
 * server to fill in), and whether it is for everyone.
 */
async function declaredOf(target: 'portal' | 'kiosk'): Promise<ReadonlyMap<string, { readonly words: readonly string[]; readonly isForEveryone: boolean }>> {
  if (target === 'kiosk') return new Map();
  const { module } = await runnerImport<typeof import('./src/routes.ts')>(here('./src/routes.ts'), { configFile: false, logLevel: 'error' });
  return new Map(Object.values(module.pages).map(({ path, words: catalogs, who }) => [path, { words: ['core', ...catalogs].map((catalog) => `../virtual:words/${catalog}/{language}`), isForEveryone: who === 'everyone' }]));
}

/**
 * Writes `route-modules.json`: path -> source modules of its page, as keys of `.vite/manifest.json`, under `everyone` where it
 * is shown without a session. The server preloads a deep link's modules from it, so that they arrive beside the start script and not
 * after it.
 */
function routeModules(target: 'portal' | 'kiosk', table: string): Plugin {
  return {
    name: 'route-modules',
    apply: 'build',
    async generateBundle() {
      const declared = await declaredOf(target);
      const modules: Record<string, readonly string[] | { readonly everyone: readonly string[] }> = {};
      let layout = '';
      for (const line of readFileSync(here(table), 'utf8').split('\n')) {
        layout = /^ {2}(\w+): \{$/.exec(line)?.[1] ?? layout;
        const [, path, module] = /^ {4}'(\/[^']*)': \(\) => import\('\.\/([^']+)'\),$/.exec(line) ?? [];
        if (path === undefined || module === undefined) continue;
        const { words: texts = [], isForEveryone = false } = declared.get(path) ?? {};
        // Before a session there is nothing around a page.
        const needed = [...(withoutRouter[path] ?? [...(around[isForEveryone ? 'gate' : layout] ?? []), module]), ...texts];
        modules[path] = isForEveryone ? { everyone: needed } : needed;
      }
      if (Object.keys(modules).length === 0) this.error(`${table} has no row of the form "'/path': () => import('./module.tsx'),".`);
      this.emitFile({ type: 'asset', fileName: 'route-modules.json', source: JSON.stringify(modules, null, 1) });
    },
  };
}

/** Reached from the start script by name only; the entries themselves stay files of their own, so that the manifest knows them. */
const notForStart = /(main\.tsx|src\/early\.ts|index\.html|words\/format\.ts|api\/values\.ts)$|\/valibot\//;

/**
 * Few files instead of dozens: a phone on a slow line pays a round trip for every six. What is fetched only when it is needed
 * (dialogs, the vault, other languages) stays apart, and so do the pages' own modules, by whose names the server preloads.
 */
const chunks = [
  { name: 'start', tags: ['$initial' as const], test: (id: string) => !notForStart.test(id), priority: 3 },
  { name: 'router', test: /\/@tanstack\/(react-router|router-core|history|react-store|store)\/|\/src\/(router|app)\.tsx|\/src\/portal\/addressSecret\.ts|\/src\/shell\/(GoTo|useLink|useSearchTexts)\./, priority: 2 },
  { name: 'calls', test: /\/valibot\/|\/src\/api\/|\/src\/data\/(?!drafts\/(?!events)|vault|query)|\/src\/portal\/(arrival|afterSignIn)\.ts|\/src\/shell\/redirectTarget\.ts/, priority: 2 },
  // With what the navigation draws, or it would lie with whichever page draws it too, and that page would come with every other.
  {
    name: 'signed-in',
    test: /\/@tanstack\/(query-core|react-query)\/|\/src\/data\/query\.ts|\/src\/ui\/(Count|Dot|TopBar|Navigation|Avatar|fitting)\.|\/src\/shell\/(Navigation|Inactivity|tabOrder|OfflineNote|PatientChoice|Footer|UserButton|InstallOffer)\.|\/src\/portal\/(askAhead|badges|facilityPages|Forbidden|patientChange|RepresentativeRights|tabIcons|tabPages)\.|\/icons\/(book-open|calendar-days|chevron-right|clipboard-list|clock|house|lock|mail|map-pin|plus|route)\./,
    priority: 1,
  },
  // What forms and questionnaires share: small, and a file of its own would cost more than it weighs.
  { name: 'parts', test: /\/src\/ui\/(RichText|Page|Skeleton|EmptyState|Row|Badge|useWindowSize|ActionBar|QuestionBar|ErrorSummary|Progress|Choices|choiceRules|DateField|dates|Segmented)\.|\/icons\/printer\.|\/src\/shell\/ActingFor\./, priority: 2 },
  { name: 'table', test: /\/src\/(ui\/table|features\/visits)\//, priority: 1 },
  { name: 'drafts', test: /\/src\/data\/(drafts\/(?!events)|vault\/)/, priority: 2 },
  { name: 'questionnaires', test: /\/src\/features\/questionnaires\/(QuestionnaireList|Review|Scoring|HistoryDate|PrintHead|prefetch)\./, priority: 0 },
  { name: 'fill', test: /\/src\/features\/questionnaires\/(?!LeaveDialog|QuestionnaireList|Review|Scoring|HistoryDate|PrintHead|prefetch)|\/src\/portal\/(completed|questionnaireAddress|fillWork)\.ts/, priority: 1 },
];

/** What both builds share; `target` names the folder of the output and the service worker. */
export function appBuild(target: 'portal' | 'kiosk', root: string, routeTable?: string): UserConfig {
  // The kiosk's precache holds no text of a page that it does not have.
  const wordsOfTarget = () => words(target === 'kiosk' ? ['core', 'kiosk', 'questionnaires'] : undefined);
  return {
    root: here(root),
    publicDir: here('./public'),
    cacheDir: here(`./.cache/vite-${target}`),
    resolve: { alias: aliases },
    plugins: [
      wordsOfTarget(),
      styleSheets(),
      react(),
      lightIcons(),
      webManifest(target),
      stylesAreThere(),
      layersInOrder(),
      firstPicture(root, aliases, () => [wordsOfTarget(), lightIcons()]),
      ...(routeTable === undefined ? [] : [routeModules(target, routeTable)]),
      VitePWA({
        strategies: 'injectManifest',
        srcDir: here('./sw'),
        filename: `${target}.ts`,
        registerType: 'prompt',
        injectRegister: null,
        manifest: false,
        injectManifest: {
          globPatterns: ['index.html', 'assets/**/*.{js,css,woff2,svg}', 'icons/*.svg'],
          // Their names carry a hash of what is in them.
          dontCacheBustURLsMatching: /^assets\//,
          maximumFileSizeToCacheInBytes: 4_000_000,
          // One function around it all: a short global on `self` cannot meet a minified name.
          rollupFormat: 'iife',
        },
      }),
    ],
    build: {
      outDir: here(`./dist/${target}`),
      emptyOutDir: true,
      target: 'es2022',
      // Engines with relative colour and light-dark(): older ones take the static colours of the tokens, not a second copy of every rule.
      cssTarget: ['chrome123', 'edge123', 'safari17.5', 'firefox128'],
      manifest: true,
      sourcemap: false,
      modulePreload: { polyfill: false },
      assetsInlineLimit: 0,
      rolldownOptions: {
        ...(target === 'portal' ? { input: [here('./src/index.html'), here('./src/early.ts')] } : {}),
        // Declarations only describe; one that nobody uses must not be downloaded.
        treeshake: { manualPureFunctions: ['v', 'declareCall', 'declarePage'] },
        output: { codeSplitting: { groups: [...chunks] } },
      },
    },
  };
}

export default defineConfig(appBuild('portal', './src', './src/routes.ts'));
