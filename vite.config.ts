import { readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { vanillaExtractPlugin } from '@vanilla-extract/vite-plugin';
import react from '@vitejs/plugin-react';
import { type Plugin, type UserConfig, defineConfig } from 'vite';
import { VitePWA } from 'vite-plugin-pwa';
import { words } from './src/words/vite-plugin.ts';
import { builtIns } from './src/layout/build/builtIns.build.ts';
import { noCircles } from './src/layout/build/noCircles.build.ts';
import { loginPaths, portalPaths } from './src/layout/build/paths.build.ts';
import { routePreloads } from './src/layout/build/preloads.build.ts';
import { prerenderedLogin } from './src/prerender/prerender.build.ts';

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
    resolveId: (id, importer) =>
      id.endsWith('/createLucideIcon.mjs') && importer?.includes('/lucide-react/')
        ? here('./src/ui/lucideIcon.ts')
        : null,
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
      for (const file of Object.values(bundle))
        if (file.type === 'asset' && file.fileName.endsWith('.css')) file.source = order + String(file.source);
    },
  };
}

/**
 * A browser that knows the comment compiles a whole file while others still come, instead of each function at its first call, when the
 * page waits for it: on a slow phone half a second of every page.
 */
function compiledAhead(): Plugin {
  return {
    name: 'compiled-ahead',
    apply: 'build',
    generateBundle: {
      // The comment counts in the first line only, and Vite writes its own line there.
      order: 'post',
      handler: (_, bundle) => {
        for (const file of Object.values(bundle))
          if (file.type === 'chunk') file.code = `//# allFunctionsCalledOnLoad\n${file.code}`;
      },
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
    transform: (code, id) =>
      id.endsWith('/tokens.css.ts.vanilla.css')
        ? code.replace(/(@property [^}]*\}\s*)+/, (rules) => `@media (forced-colors: none) {\n${rules}}\n`)
        : null,
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

/** Reached from the start script by name only; the entries themselves stay files of their own, so that the manifest knows them. */
const notForStart =
  /(main\.tsx|src\/startPrefetch\.ts|index\.html|words\/(format|intl)\.ts|api\/values\.ts)$|\/(valibot|@formatjs|intl-messageformat)\//;

const ofMany =
  /\/src\/(ui\/(?!QrCode\.|Matrix|Scale|Slider|slider|form\/(?:phones|contactDetails)\.)|records\/(?!changes\/|requests\/)|layout|browser\/(?!camera|passkeys)|words|api\/(?!items\/|calls|contract|openId|passkeys|broughtSummaries|frontDeskCode)|data\/(?!passkeys|keptRecords\/|drafts\/|messages\/|unsent\/|vault\/|outbox\/))|\/lucide-react\/|\/src\/data\/(keptRecords\/(readable|keeps|ledger)|unsent\/listedUnsent|drafts\/unsentDrafts|messages\/(unsentMessages|place))\.ts/;
/** What two pages share and a phone gets sooner with what every page has than in a file of its own. */
const ofTwo =
  /\/src\/(ui\/QuickActions|records\/(list\/ShowAll|entries\/(Contents|entries\.css))|modules\/(secureMessages\/(pages\/threadAddress|unread)|medicalNotes\/serviceDay|testResults\/resultName|followUpPlan\/plan))\.|\/icons\/chevron-up\./;
/** Fields and checks of forms, which pages to read do without; not for a telephone number, whose rules of all countries are large. */
const ofForms =
  /\/src\/(ui\/(form\/(?!phones|contactDetails)|Calendar\.|DatePicker|DateField|FieldGroup|ErrorSummary|Steps)|api\/(signUp|kiosk|passwords|tablets|messageSystems|phone|signedInPlaces)\.|layout\/LeaveQuestion|data\/password)/;

/** What is to be done and visits: for Home, visits and questionnaires. */
const ofToDo =
  /\/src\/(records\/(toDo\/|visit\/(VisitRow|DateBox|nextUp))|layout\/signedIn\/(useToDo|useSetUp|toDo)|modules\/(questionnaires\/(waitingRow|pages\/(questionnaireAddress|completed)|fill\/(due|howFar|moreToDo))))|\/lucide-react\/dist\/esm\/icons\/map-pin\./;
/** Home, and the page of the bare address, which may lead to it. */
const ofHome = /\/src\/modules\/dashboard\/(dashboard\.css|people\.css|upcomingCount|pages\/)|\/icons\/arrow-right\./;
/** The rules of what is to be done and of what is new, which are loaded together. */
const ofRules = /\/src\/modules\/\w+\/pages\/(toDo|newItems)\.ts/;
/** Whole lists as tables, with their filters and order. */
const ofTables = /\/src\/(ui\/table\/(DataTable|HeaderCell)|records\/(table\/|Lines|records\.css))/;
/** Values over time. */
const ofTrends = /\/src\/(records\/(trend\/|flagText)|api\/labValues\.)/;

/** Declarations of calls that few pages make: of one questionnaire, of the account, and of what stands in a file by itself. */
const ofQuestionnaires = /\/src\/api\/(questionnaires|questionnaireItems|formLogic|signatures|alertConditions)\./;
const ofAccounts = /\/src\/api\/(activity|acts|personalData|receipts|secondFactor|singleSignOn)\./;
const ofContacts = /\/src\/(api\/contacts\.|modules\/contacts\/(WorkFrame|contacts\.css|pages\/contactInvite))/;
const ofFewPages = /\/src\/api\/(checkIn|healthSummary|summaryLinks)\./;
const ofAccountSettings = /\/src\/(api\/accountSettings|modules\/account\/(notices|account\.css|registration))\./;
const ofFew = [
  ofToDo,
  ofHome,
  ofRules,
  ofTables,
  ofTrends,
  ofForms,
  ofQuestionnaires,
  ofAccounts,
  ofAccountSettings,
  ofContacts,
  ofFewPages,
];
/** What the pages of a module share, and no page of another. */
const ofMessages =
  /\/src\/modules\/secureMessages\/(ThreadPane|RequestLines|MessageList|BeforeWriting|FileCard|WritingNote|threads|Messages\.css|workingDays|threadActs|requests|LegalNote|useRecipients)\./;

/**
 * Few files instead of dozens: a phone on a slow line pays a round trip for every six. A group takes along whatever its modules import, so
 * a module stands in a group only with what each page that loads the group needs anyway. What is fetched only when it is needed (dialogs,
 * the vault, other languages) stays apart, and so do the pages' own modules, except Home's.
 */
const chunks = [
  { name: 'start', tags: ['$initial' as const], test: (id: string) => !notForStart.test(id), priority: 9 },
  // What stands around every page: router, session, the calls that they make, and the layout of signed-in pages.
  { name: 'app', test: (id: string) => /\/(src|kiosk)\/app\.tsx$/.test(id) || ofTwo.test(id), priority: 8 },
  { name: 'dialog', test: /\/src\/ui\/dialog\//, priority: 7 },
  { name: 'to-do', test: ofToDo, minShareCount: 2, priority: 4 },
  { name: 'home', test: ofHome, priority: 4 },
  { name: 'to-do-rules', test: ofRules, priority: 4 },
  { name: 'table', test: ofTables, minShareCount: 2, priority: 4 },
  { name: 'trend', test: ofTrends, minShareCount: 2, priority: 4 },
  // What changed in a record, and asking for something from its pages.
  { name: 'changes', test: /\/src\/records\/(changes|requests)\//, minShareCount: 2, priority: 4 },
  // What many pages draw and read, in one file with the page's own beside it.
  {
    name: 'parts',
    test: (id: string) => ofMany.test(id) && !ofFew.some((of) => of.test(id)),
    minShareCount: 3,
    priority: 5,
  },
  { name: 'form', test: ofForms, minShareCount: 3, priority: 4 },
  { name: 'questionnaire', test: ofQuestionnaires, minShareCount: 2, priority: 4 },
  { name: 'account', test: ofAccounts, minShareCount: 2, priority: 4 },
  { name: 'contacts', test: ofContacts, minShareCount: 2, priority: 4 },
  { name: 'secure-messages', test: ofMessages, minShareCount: 2, priority: 0 },
  { name: 'account-settings', test: ofAccountSettings, minShareCount: 2, priority: 0 },
  {
    name: 'drafts',
    test: /\/src\/data\/(drafts\/(?!answerFile)|outbox\/|unsent\/(?!files\/)|vault\/(?!removedPasskeys)|messages\/(here|record|waitingMessages)\.ts)/,
    priority: 3,
  },
  // Writing and sending messages: for their pages, and where some wait on the device.
  { name: 'messages', test: /\/src\/data\/(messages|unsent\/files)\//, priority: 2 },
  // For questionnaires that ask for files; what it shares with messages is theirs.
  { name: 'answer-files', test: /\/src\/data\/drafts\/answerFile/, priority: 1 },
  // What plain questionnaires do without comes with those that need it.
  {
    name: 'fill',
    test: /\/src\/modules\/questionnaires\/fill\/(?!items\/(further|lookup|signature|card)\/|groups\/|walk\/|answers\/)/,
    priority: 0,
  },
];

/** What both builds share; `target` names the folder of the output and the service worker. */
export function appBuild(target: 'portal' | 'kiosk', root: string): UserConfig {
  // The kiosk's precache holds no text of a page that it does not have.
  const wordsOfTarget = () =>
    words(target === 'kiosk' ? ['bar', 'core', 'form', 'kiosk', 'questionnaires', 'secondFactor'] : undefined);
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
      compiledAhead(),
      prerenderedLogin(root, aliases, () => [wordsOfTarget(), lightIcons()]),
      loginPaths(),
      noCircles(here('./')),
      builtIns({ isPage: true }),
      routePreloads(target),
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
          buildPlugins: { vite: [portalPaths(), builtIns({ isPage: false })] },
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
      modulePreload: {
        polyfill: false,
        // Every page has loaded these by the time it imports anything: looking for them at each import took a phone a tenth of a second.
        resolveDependencies: (_, files, { hostId, hostType }) =>
          hostType === 'html' || /\/(index|start)-/.test(hostId)
            ? files
            : files.filter((file) => !/\/(rolldown-runtime|start|app|parts)-/.test(file)),
      },
      assetsInlineLimit: 0,
      rolldownOptions: {
        ...(target === 'portal' ? { input: [here('./src/index.html'), here('./src/startPrefetch.ts')] } : {}),
        // Declarations only describe; one that nobody uses must not be downloaded.
        treeshake: {
          manualPureFunctions: ['v', 'declareCall', 'declarePage'],
          // Whoever takes one name from it does not take the formatter with it.
          moduleSideEffects: [{ test: /\/src\/words\/index\.ts$/, sideEffects: false }],
        },
        output: { codeSplitting: { groups: [...chunks] } },
      },
    },
  };
}

export default defineConfig(appBuild('portal', './src'));
