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

/** Words, headings, lists, tables and links of HTML that nobody has made safe; scripts, styles and all else of it are left out. */
export const plainHtml = (html: string): string => htmlOf(richParts(html));
