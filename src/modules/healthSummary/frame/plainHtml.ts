import { richParts } from '../../../ui/RichText.tsx';
import type { RichPart } from '../../../ui/richTree.ts';
import { escaped } from './source.ts';

const attribute = (name: string, value: string | number | null): string =>
  value === null ? '' : ` ${name}="${escaped(String(value))}"`;

/** Parts of the allow-list as text, for a frame. */
export const htmlOf = (parts: readonly RichPart[]): string =>
  parts
    .map((part) => {
      if (typeof part === 'string') return escaped(part);
      const { tag, href, colSpan, rowSpan, children } = part;
      if (tag === 'br') return '<br>';
      const link = href === null ? '' : `${attribute('href', href)} target="_blank" rel="noopener noreferrer"`;
      return `<${tag}${link}${attribute('colspan', colSpan)}${attribute('rowspan', rowSpan)}>${htmlOf(children)}</${tag}>`;
    })
    .join('');

/** Text, headings, lists, tables and links of untrusted HTML; scripts, styles and everything else are left out. */
export const plainHtml = (html: string): string => htmlOf(richParts(html));
