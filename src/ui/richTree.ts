/** The part of a parsed document that the walk needs, so that it can be tested without a browser. */
export interface HtmlNode {
  /** 1 for an element, 3 for text; all others are left out. */
  readonly nodeType: number;
  readonly nodeName: string;
  readonly textContent: string | null;
  readonly childNodes: ArrayLike<HtmlNode>;
  getAttribute?(name: string): string | null;
}

const blockTags = [
  'p',
  'ul',
  'ol',
  'li',
  'h2',
  'h3',
  'h4',
  'table',
  'caption',
  'thead',
  'tbody',
  'tfoot',
  'tr',
  'th',
  'td',
] as const;
const inlineTags = ['b', 'strong', 'i', 'em', 'u', 'a', 'span', 'sub', 'sup', 'br'] as const;
type RichTag = (typeof blockTags)[number] | (typeof inlineTags)[number] | 'mark';
interface RichHit {
  readonly index: number;
  readonly isCurrent: boolean;
}

interface RichElement {
  readonly tag: RichTag;
  readonly href: string | null;
  readonly colSpan: number | null;
  readonly rowSpan: number | null;
  /** Only for a `mark`, which comes from us and never from a text. */
  readonly hit?: RichHit;
  readonly children: readonly RichPart[];
}
export type RichPart = string | RichElement;

export interface RichRules {
  /** Where only phrasing content is allowed, as in a legend: blocks become lines. */
  readonly inline?: boolean;
  /** Links become their text, as on the kiosk, where no link may lead out. */
  readonly noLinks?: boolean;
}

const blocks: ReadonlySet<string> = new Set(blockTags);
const known: ReadonlyMap<string, RichTag> = new Map<string, RichTag>([
  ...[...blockTags, ...inlineTags].map((tag) => [tag, tag] as const),
  ['h1', 'h2'],
  ['h5', 'h4'],
  ['h6', 'h4'],
]);
/** Elements whose content is dropped; all other unknown elements lose their tag and keep their content. */
const silent = new Set([
  'script',
  'style',
  'template',
  'noscript',
  'iframe',
  'object',
  'embed',
  'svg',
  'math',
  'head',
  'title',
  'textarea',
  'select',
  'option',
  'button',
  'input',
  'form',
  'audio',
  'video',
  'canvas',
  'frame',
  'frameset',
  'noframes',
  'noembed',
  'xmp',
  'plaintext',
  'portal',
  'link',
  'meta',
  'base',
  'map',
  'area',
  'param',
  'source',
  'track',
]);
/** Elements that form blocks or lines; without breaks the text of two would run together. */
const containers = new Set([
  'div',
  'section',
  'article',
  'aside',
  'main',
  'header',
  'footer',
  'blockquote',
  'figure',
  'figcaption',
  'address',
  'pre',
  'dl',
  'dt',
  'dd',
]);
const depthLimit = 40;

/** An allowed address, normalised, or null: http, https, mailto and tel, always absolute. */
export function safeHref(given: string | null | undefined): string | null {
  if (!given) return null;
  try {
    const url = new URL(given.trim());
    return ['http:', 'https:', 'mailto:', 'tel:'].includes(url.protocol) ? url.href : null;
  } catch {
    return null;
  }
}

const spanOf = (node: HtmlNode, name: 'colspan' | 'rowspan'): number | null => {
  const count = Number(node.getAttribute?.(name));
  return Number.isInteger(count) && count > 1 && count <= 50 ? count : null;
};

/** Walks parsed HTML and keeps the allow-list of the visual language: only a safe `href` and the spans of cells survive as attributes. */
export function richTree(root: HtmlNode, rules: RichRules = {}): readonly RichPart[] {
  const parts = childrenOf(root, rules, 0);
  return rules.inline ? trimBreaks(parts) : parts;
}

function childrenOf(node: HtmlNode, rules: RichRules, depth: number): RichPart[] {
  const parts: RichPart[] = [];
  for (const child of Array.from(node.childNodes)) parts.push(...partsOf(child, rules, depth));
  return parts;
}

function partsOf(node: HtmlNode, rules: RichRules, depth: number): RichPart[] {
  if (node.nodeType === 3) return node.textContent ? [node.textContent] : [];
  if (node.nodeType !== 1) return [];
  const name = node.nodeName.toLowerCase();
  if (silent.has(name)) return [];
  // Nested deeper than any real text: the text is kept and the nesting is dropped.
  if (depth >= depthLimit) return node.textContent ? [node.textContent] : [];
  const children = childrenOf(node, rules, depth + 1);
  const isBlock = blocks.has(name) || containers.has(name) || /^h[1-6]$/.test(name);
  if (rules.inline && isBlock)
    return name === 'td' || name === 'th' ? [...children, ' '] : [element('br'), ...children, element('br')];
  if (containers.has(name)) return children.some(isBlockPart) ? children : [element('p', children)];
  const tag = known.get(name);
  if (!tag) return children;
  if (tag === 'a') {
    const href = rules.noLinks ? null : safeHref(node.getAttribute?.('href'));
    return href ? [{ ...element('a', children), href }] : children;
  }
  if (tag === 'td' || tag === 'th')
    return [{ ...element(tag, children), colSpan: spanOf(node, 'colspan'), rowSpan: spanOf(node, 'rowspan') }];
  return [element(tag, tag === 'br' ? [] : children)];
}

export const element = (tag: RichTag, children: readonly RichPart[] = []): RichElement => ({
  tag,
  href: null,
  colSpan: null,
  rowSpan: null,
  children,
});
export const isBlockPart = (part: RichPart): boolean => typeof part !== 'string' && blocks.has(part.tag);
const isBreak = (part: RichPart | undefined): boolean =>
  part !== undefined && (typeof part === 'string' ? part.trim() === '' : part.tag === 'br');

/** Removes breaks at both ends and double ones, which remain where blocks became lines. */
function trimBreaks(parts: readonly RichPart[]): readonly RichPart[] {
  const kept: RichPart[] = [];
  for (const part of parts) {
    const breaks = typeof part !== 'string' && part.tag === 'br';
    if (breaks && (kept.length === 0 || isBreak(kept.at(-1)))) continue;
    if (typeof part === 'string' && part.trim() === '' && isBreak(kept.at(-1))) continue;
    kept.push(part);
  }
  while (isBreak(kept.at(-1))) kept.pop();
  return kept;
}

/** The plain text, for a place without elements. */
export const richWords = (parts: readonly RichPart[]): string =>
  parts
    .map((part) =>
      typeof part === 'string'
        ? part
        : part.tag === 'br'
          ? ' '
          : richWords(part.children) + (isBlockPart(part) ? ' ' : ''),
    )
    .join('')
    .replace(/\s+/g, ' ')
    .trim();
