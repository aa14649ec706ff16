import sanitizeHtml from 'sanitize-html';
import { absoluteAddress, headingsBelowTitle, safeDefaults, tableTags, textTags } from '../html/safeHtml.ts';

/** Removes the target of a link that is not absolute; its words stay. */
function outward(tagName: string, { href }: Readonly<Record<string, string>>): sanitizeHtml.Tag {
  const target = absoluteAddress(href);
  return { tagName, attribs: target === null ? {} : { href: target } };
}

/**
 * Sanitizes a facility's rich text (FAQs, useful links, instructions) both when it comes in and when it is sent out (rulings, section 4).
 * Nothing in it runs, loads, looks like a form or changes the page's look; links may be http, https, mailto and tel.
 */
export const safeFacilityHtml = (html: string): string =>
  sanitizeHtml(html, {
    ...safeDefaults,
    allowedTags: [...textTags, ...tableTags, 'a'],
    allowedAttributes: { a: ['href'], td: ['colspan', 'rowspan'], th: ['colspan', 'rowspan'] },
    nestingLimit: 40,
    transformTags: { ...headingsBelowTitle, a: outward },
  }).trim();
