import type sanitizeHtml from 'sanitize-html';

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

/** A link's address if it is absolute; else null. A relative address would lead into the portal, or to wherever a base element points. */
export function absoluteAddress(href: string | undefined): string | null {
  const target = (href ?? '').trim();
  return /^(https?:|mailto:|tel:)/i.test(target) ? target : null;
}

/** The base of every allow-list for rich text with links (rulings, section 4). Each adds its own elements and attributes. */
export const safeDefaults = {
  allowedSchemes: ['http', 'https', 'mailto', 'tel'],
  allowProtocolRelative: false,
  disallowedTagsMode: 'discard' as const,
  // The content of these elements is removed with them, because it is not text for a reader.
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

/** The page has its own `h1`, and our headings have three levels. */
export const headingsBelowTitle = { h1: 'h2', h5: 'h4', h6: 'h4' } as const;
