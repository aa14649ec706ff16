import sanitizeHtml from 'sanitize-html';

const allowedTags = [
  'p', 'br', 'b', 'strong', 'i', 'em', 'u', 'sub', 'sup', 'ul', 'ol', 'li', 'span', 'h2', 'h3', 'h4', 'blockquote', 'a', 'table', 'caption', 'thead', 'tbody', 'tfoot', 'tr', 'th', 'td',
];
const shared: sanitizeHtml.IOptions = {
  allowedTags,
  allowedAttributes: { a: ['href'], td: ['colspan', 'rowspan'], th: ['colspan', 'rowspan'] },
  allowedSchemes: ['http', 'https', 'mailto', 'tel'],
  // An address without a scheme would lead into the portal itself, or to wherever a base element points.
  allowProtocolRelative: false,
  disallowedTagsMode: 'discard',
  nestingLimit: 40,
  // Their words are no text for a reader.
  nonTextTags: ['script', 'style', 'textarea', 'option', 'noscript', 'template', 'iframe', 'svg', 'math', 'title', 'object', 'select', 'button', 'form'],
};

/** Only absolute addresses lead anywhere; a link without one keeps its words. */
function outward(tagName: string, { href }: Readonly<Record<string, string>>): sanitizeHtml.Tag {
  const target = (href ?? '').trim();
  const attribs: Record<string, string> = {};
  if (/^(https?:|mailto:|tel:)/i.test(target)) attribs['href'] = target;
  return { tagName, attribs };
}

/**
 * The allow-listed form of a facility's rich text (FAQs, useful links, instructions): on its way in and, once more, on its way
 * out (rulings, section 4). Nothing in it runs, loads, looks like a form or changes the page's look; links lead to http,
 * https, mailto and tel.
 */
export const safeFacilityHtml = (html: string): string =>
  sanitizeHtml(html, {
    ...shared,
    transformTags: { h1: 'h2', h5: 'h4', h6: 'h4', a: outward },
  }).trim();
