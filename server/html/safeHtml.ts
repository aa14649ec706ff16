import type sanitizeHtml from 'sanitize-html';

/** Elements of running text. */
export const textTags = [
  'p',
  'br',
  'b',
  'strong',
  'i',
  'em',
  'u',
  'sub',
  'sup',
  'ul',
  'ol',
  'li',
  'span',
  'h2',
  'h3',
  'h4',
  'blockquote',
] as const;
export const tableTags = ['table', 'caption', 'thead', 'tbody', 'tfoot', 'tr', 'th', 'td'] as const;

/** The address of a link if it leads somewhere by itself; one without a scheme would lead into the portal, or to wherever a base element points. */
export function absoluteAddress(href: string | undefined): string | null {
  const target = (href ?? '').trim();
  return /^(https?:|mailto:|tel:)/i.test(target) ? target : null;
}

/** What every allow-list of rich text with links starts from (rulings, section 4): it names the elements and attributes itself. */
export const safeDefaults = {
  allowedSchemes: ['http', 'https', 'mailto', 'tel'],
  allowProtocolRelative: false,
  disallowedTagsMode: 'discard' as const,
  // Their words are no text for a reader.
  nonTextTags: [
    'script',
    'style',
    'textarea',
    'option',
    'noscript',
    'template',
    'iframe',
    'svg',
    'math',
    'title',
    'object',
    'select',
    'button',
    'form',
  ],
} satisfies sanitizeHtml.IOptions;

/** The page has its own first heading, and ours go three deep. */
export const headingsBelowTitle = { h1: 'h2', h5: 'h4', h6: 'h4' } as const;
