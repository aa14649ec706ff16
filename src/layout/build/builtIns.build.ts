import { type Plugin, parseAst } from 'vite';

/**
 * Built-ins that Chrome 109, Safari 16.4 or Firefox 115 lack and `src/browser/polyfills.ts` adds to pages. They are missing in service
 * workers and in the script of the sign-in page.
 */
const polyfilled: ReadonlySet<string> = new Set([
  'toSorted',
  'toReversed',
  'toSpliced',
  'with',
  'checkVisibility',
  'URL.canParse',
]);

/**
 * Built-ins that nobody adds, methods by their own name. Libraries bring `startViewTransition` (in a try) and `Intl.DurationFormat` (where
 * `formatDuration` is called) without using them.
 */
const lacking: ReadonlySet<string> = new Set([
  ...polyfilled,
  ...`
    isSubsetOf isSupersetOf isDisjointFrom symmetricDifference isWellFormed toWellFormed toBase64 toHex
    setFromBase64 getOrInsert getOrInsertComputed formatDuration getSetCookie showPopover hidePopover
    togglePopover moveBefore requestClose setHTML requestIdleCallback getWeekInfo getTextInfo
    caretPositionFromPoint document.startViewTransition Intl.Segmenter Object.groupBy Map.groupBy
    Promise.withResolvers Promise.try Array.fromAsync AbortSignal.any URL.parse RegExp.escape Math.sumPrecise
    Error.isError Iterator.from Uint8Array.fromBase64 Uint8Array.fromHex scheduler.yield scheduler.postTask
    cookieStore.get cookieStore.set
  `
    .trim()
    .split(/\s+/),
]);

type Node = Readonly<Record<string, unknown>> & { readonly type: string };
const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';
const nameOf = (node: unknown): string | null =>
  isNode(node) && node.type === 'Identifier' && typeof node['name'] === 'string' ? node['name'] : null;

/** The text of a literal, which the minifier may write as a template. */
function textOf(node: unknown): string {
  if (!isNode(node)) return '';
  const [only] = Array.isArray(node['quasis']) ? node['quasis'] : [node];
  const value = isNode(only) ? only['value'] : null;
  const text = typeof value === 'object' && value !== null && 'cooked' in value ? value.cooked : value;
  return typeof text === 'string' ? text : '';
}

/** `Intl.Segmenter` and `Segmenter` for `Intl.Segmenter` or `window.Intl.Segmenter`; nothing for what is no plain member. */
function namesOf(node: unknown): readonly string[] {
  if (isNode(node) && node.type === 'ChainExpression') return namesOf(node['expression']);
  if (!isNode(node) || node.type !== 'MemberExpression' || node['computed'] === true) return [];
  const name = nameOf(node['property']);
  if (name === null) return [];
  const { object } = node;
  const holder = nameOf(object) ?? (isNode(object) ? nameOf(object['property']) : null);
  return holder === null ? [name] : [`${holder}.${name}`, name];
}

/**
 * The built-ins that a script uses and the oldest supported browsers lack. What the script checks before (`typeof`, `in`, `?.(`, a condition) is left
 * out. `isPage`: the polyfills run before it.
 */
export function lackingBuiltIns(code: string, isPage: boolean): readonly string[] {
  const used = new Set<string>();
  const askedFor = new Set<string>();
  const see = (expression: unknown): void => {
    for (const name of namesOf(expression)) if (lacking.has(name) && !(isPage && polyfilled.has(name))) used.add(name);
  };
  const visit = (node: unknown): void => {
    if (Array.isArray(node)) return node.forEach(visit);
    if (!isNode(node)) return;
    if (node.type === 'CallExpression' && node['optional'] !== true) see(node['callee']);
    if (node.type === 'NewExpression') see(node['callee']);
    if (node.type === 'UnaryExpression' && node['operator'] === 'typeof')
      namesOf(node['argument']).forEach((name) => askedFor.add(name));
    if (node.type === 'BinaryExpression' && node['operator'] === 'in') askedFor.add(textOf(node['left']));
    // A condition that is only the built-in itself: it is truthy where there is one.
    if (node.type === 'IfStatement' || node.type === 'ConditionalExpression')
      namesOf(node['test']).forEach((name) => askedFor.add(name));
    if (node.type === 'LogicalExpression') namesOf(node['left']).forEach((name) => askedFor.add(name));
    const { regex } = node;
    if (typeof regex === 'object' && regex !== null && 'flags' in regex && String(regex.flags).includes('v'))
      used.add('the flag v of a regular expression');
    for (const [key, child] of Object.entries(node)) if (key !== 'type') visit(child);
  };
  visit(parseAst(code));
  return [...used].filter((name) => !askedFor.has(name) && !askedFor.has(name.split('.').at(-1) ?? ''));
}

/** Fails the build where its output calls a built-in that a supported browser lacks and nobody adds. */
export function builtIns({ isPage }: { readonly isPage: boolean }): Plugin {
  return {
    name: 'built-ins',
    apply: 'build',
    generateBundle(_, bundle) {
      for (const file of Object.values(bundle)) {
        if (file.type !== 'chunk') continue;
        const found = lackingBuiltIns(file.code, isPage);
        if (found.length > 0)
          this.error(
            `${file.fileName} uses ${found.join(', ')}, which Chrome 109, Safari 16.4 or Firefox 115 lack: do without, ask for it ` +
              'first, or add it to src/browser/polyfills.ts.',
          );
      }
    },
  };
}
