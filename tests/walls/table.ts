import { serverRooms } from './serverRooms.ts';

const router = '@tanstack/react-router';
const query = '@tanstack/react-query';

const why = {
  contract:
    "The contract depends on valibot alone: the server, both apps and a facility's own back end are held to it.",
  words: 'Texts are the lowest layer of the apps: everything may use them, and they use nothing but the contract.',
  ui: 'Parts of the interface know no data and no page: they are shown by both apps, and in the gallery.',
  uiQuery:
    'Parts of the interface get their data as props: they are shown by both apps, and in the gallery without a server.',
  browser: 'What an app does with its browser is in the first download of both: it uses texts and the contract only.',
  data: 'Calls, session and vault know no page and no part of the interface: the kiosk uses them too.',
  unsent:
    'What is common to all that waits to be sent lies in src/data/unsent, and src/data/outbox knows every kind: a kind knows no other.',
  records: 'What pages of a record share knows none of them, and not what stands around them.',
  router:
    'Only pages and the layout know the router: a view takes callbacks, so that the kiosk and the tests can show it without one.',
  around: 'Views know nothing of what stands around a page: only pages/ and module.ts do.',
  module: 'A module knows no other module: what two of them need belongs into src/records, or into the contract.',
  prerender: 'The prerendered sign-in is made of pages, not the reverse.',
  layout: 'The layout draws what modules declare and knows none by name: src/app.tsx hands them to it.',
  kiosk:
    'A waiting-room tablet shows questionnaires, to staff their own sign-in, and nothing else of a record, and nothing that leads out of them.',
  kioskKeeps: 'The kiosk keeps nothing of a patient on the tablet: it uses src/data/drafts/kiosk.ts.',
  worker:
    "A service worker starts before any app and must start whatever the app's code does: it uses the contract's declarations at most.",
  server: 'The server knows the contract (@portal/api) and nothing else of the apps: it is built and run without them.',
  serverOrder:
    'A room of the server imports those before it in `serverRooms` and no later one: what both need moves down, or becomes a call of the lower one.',
};

const api = 'src/api/';
const words = 'src/words/';
const browser = 'src/browser/';
const ui = 'src/ui/';
const data = 'src/data/';
const records = 'src/records/';
const layout = 'src/layout/';
const below = [api, words, browser, ui, data, records];

/** Tests, builds, entry points of the apps and scripts that are run by hand may import everything. */
const free = [
  /^tests\//,
  /^src\/layout\/build\//,
  /^src\/[^/]+$/,
  /\.test\.tsx?$/,
  /\.build\.ts$/,
  /\.mjs$/,
  /^server\/vite\.config\.ts$/,
  /^src\/words\/vite-plugin\.ts$/,
];

interface Row {
  readonly files: string;
  /** Folders of the project that they may import. */
  readonly may: readonly string[];
  /** If given, the only packages that they may import. */
  readonly packages?: readonly string[];
  /** Folders, files and packages that they may not import nevertheless, each with its reason. */
  readonly not?: Readonly<Record<string, string>>;
  readonly why: string;
}

/**
 * Who may import whom. For each file the first row applies whose `files` begin the file's path, at any depth; `*` stands for the name of
 * the file's own module. Each refusal has its reason: the first of `not` that fits, otherwise `why`.
 */
export const table: readonly Row[] = [
  { files: 'src/api/', may: [api], packages: ['valibot', 'fast-check'], why: why.contract },
  { files: 'src/words/', may: [words, api], why: why.words },
  {
    files: 'src/browser/',
    may: [browser, words, api],
    not: { [router]: why.router, [query]: why.uiQuery },
    why: why.browser,
  },
  { files: 'src/ui/', may: [ui, words, api], not: { [router]: why.router, [query]: why.uiQuery }, why: why.ui },
  ...Object.entries({
    unsent: ['drafts/', 'messages/', 'outbox/'],
    drafts: ['messages/', 'outbox/'],
    messages: ['drafts/', 'outbox/'],
  }).map(([folder, above]) => ({
    files: `${data}${folder}/`,
    may: [data, browser, words, api],
    not: { [router]: why.router, ...Object.fromEntries(above.map((other) => [data + other, why.unsent])) },
    why: why.data,
  })),
  { files: 'src/data/', may: [data, browser, words, api], not: { [router]: why.router }, why: why.data },
  { files: 'src/records/', may: below, not: { [router]: why.router }, why: why.records },
  ...['src/modules/*/pages/', 'src/modules/*/module.ts'].map((files) => ({
    files,
    may: [...below, layout, 'src/modules/*/'],
    not: { 'src/prerender/': why.prerender },
    why: why.module,
  })),
  {
    files: 'src/modules/',
    may: [...below, 'src/modules/*/'],
    not: { [router]: why.router, 'src/layout/': why.around, 'src/prerender/': why.around },
    why: why.module,
  },
  { files: 'src/layout/', may: [...below, layout], why: why.layout },
  { files: 'src/prerender/', may: ['src/'], why: why.prerender },
  {
    files: 'kiosk/',
    may: ['kiosk/', api, words, browser, ui, data, 'src/modules/questionnaires/', 'src/modules/secondFactor/'],
    not: {
      'src/modules/secondFactor/pages/': why.kiosk,
      'src/modules/questionnaires/pages/': why.kiosk,
      ...Object.fromEntries(
        [
          'vault/',
          'keptRecords/',
          'messages/',
          'portal.ts',
          'outbox/',
          'drafts/portal.ts',
          'drafts/unsentDrafts.ts',
          'drafts/waitingDrafts.ts',
        ].map((part) => [data + part, why.kioskKeeps]),
      ),
    },
    why: why.kiosk,
  },
  { files: 'sw/', may: ['sw/', api], why: why.worker },
  ...serverRooms.map((files, index) => ({
    files,
    may: [api, ...serverRooms.slice(0, index + 1)],
    not: Object.fromEntries(serverRooms.slice(index + 1).map((room) => [room, why.serverOrder])),
    why: why.server,
  })),
];

const moduleName = (file: string): string => /^src\/modules\/([^/]+)\//.exec(file)?.[1] ?? '*';
const isOurs = (to: string): boolean => /^(src|kiosk|sw|server|tests)\//.test(to);

/** The reason why a file must not import a path of the tree or a package; null if it may. */
export function refusalOf(file: string, to: string): string | null {
  if (free.some((path) => path.test(file))) return null;
  const own = moduleName(file);
  const isIn = (path: string, folder: string) => path.startsWith(folder.replace('*', own));
  const row = table.find(({ files }) => isIn(file, files));
  if (row === undefined) return 'No row of tests/walls/table.ts says what this file may import.';
  for (const [what, reason] of Object.entries(row.not ?? {})) if (to === what || isIn(to, what)) return reason;
  const isAllowed = isOurs(to) ? row.may.some((folder) => isIn(to, folder)) : row.packages?.includes(to) !== false;
  return isAllowed ? null : row.why;
}
