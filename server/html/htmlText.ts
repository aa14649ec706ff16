import sanitizeHtml from 'sanitize-html';

/** Class names that mail programs give to a quoted mail or a signature. */
const quoted =
  /(?:^|\s)(?:gmail_(?:quote|attr|signature)\S*|yahoo_quoted|moz-cite-prefix|moz-signature|protonmail_quote|zmail_extra|ms-outlook-mobile-signature)(?:\s|$)/i;
const quotedIds = /^(?:AppleMailSignature|Signature|ms-outlook-mobile-signature)$/i;

const isLeftOut = ({ tag, attribs }: sanitizeHtml.IFrame): boolean =>
  (tag === 'blockquote' && (attribs['type'] === 'cite' || attribs['cite'] !== undefined)) ||
  quoted.test(attribs['class'] ?? '') ||
  quotedIds.test(attribs['id'] ?? '');

const blocks = ['p', 'div', 'blockquote', 'ul', 'ol', 'table', 'tr', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'pre', 'hr'];
const entities: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
};
/** The words of an HTML mail without what its program quoted. */
export const textOfHtml = (html: string): string => wordsOf(html, isLeftOut);

export const wordsOfHtml = (html: string): string => wordsOf(html, () => false);

function wordsOf(html: string, exclusiveFilter: (frame: sanitizeHtml.IFrame) => boolean): string {
  const clean = sanitizeHtml(html, {
    allowedTags: [...blocks, 'br', 'li', 'td', 'th', 'img'],
    allowedAttributes: { '*': ['class', 'id', 'type', 'cite'], img: ['src', 'class', 'id'] },
    allowedSchemes: ['cid'],
    nonTextTags: ['script', 'style', 'textarea', 'option', 'noscript', 'template', 'title', 'head', 'svg'],
    exclusiveFilter,
  });
  return clean
    .split(/(<[^>]*>)/)
    .map((part, place) => (place % 2 === 0 ? part.replace(/\s+/g, ' ') : spaceOf(part)))
    .join('')
    .replace(/&(?:amp|lt|gt|quot);/g, (entity) => entities[entity] ?? entity)
    .split('\n')
    .map((line) => line.trim())
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}

function spaceOf(tag: string): string {
  const [, slash = '', name = ''] = /^<(\/?)([a-z0-9]+)/.exec(tag) ?? [];
  switch (name) {
    case 'br':
      return '\n';
    case 'li':
      return slash === '' ? '\n- ' : '';
    case 'td':
    case 'th':
      return slash === '' ? '' : ' ';
    case 'img': {
      const [, source] = /src="cid:([^"]+)"/.exec(tag) ?? [];
      return source === undefined ? '' : `[cid:${source}]`;
    }
    case 'p':
      return '\n\n';
    default:
      return '\n';
  }
}
