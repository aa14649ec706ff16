import { safeHtml, safeHtmlWithTelephones } from './richText.ts';

/** Tags that are allowed in Markdown. Every other `<` is text. */
const plainTag = /<(?!\/?(?:p|br|b|strong|i|em|u|sub|sup|ul|ol|li)\s*\/?>)/gi;
const escaped = (text: string): string =>
  text
    .replace(/&(?!(?:[a-z]+|#\d+);)/gi, '&amp;')
    .replace(/<((?:https?:\/\/|mailto:|tel:)[^\s<>]+)>/gi, '$1')
    .replace(plainTag, '&lt;');

const digits = (text: string): string => text.replace(/\D/g, '');

/**
 * Formats emphasis, and writes a link as its words followed by its address, so that no link leads out of a questionnaire. With `dials`, a
 * telephone number becomes a link that dials it; the number stays readable where nothing can dial.
 */
function inlineHtml(text: string, dials: boolean): string {
  // Characters after a backslash are replaced by placeholders with a private-use character, which is removed from the text first.
  const kept: string[] = [];
  const keep = (sign: string) => `\uE000${String(kept.push(sign) - 1)}\uE000`;
  const link = (words: string, number: string) => keep(`<a href="tel:${number}">${words}</a>`);
  const written = text.replaceAll('\uE000', '');
  return escaped(dials ? written.replace(/<tel:([^\s<>]+)>/gi, '[$1](tel:$1)') : written)
    .replace(/\\([!#*+\-.<>[\]\\_`(){}])/g, (_, sign: string) => keep(sign))
    .replace(/`([^`\n]+)`/g, (_, code: string) => keep(code))
    .replace(/!\[([^\]\n]*)\]\([^()\s]*\)/g, '$1')
    .replace(/\[([^\]\n]+)\]\(\s*tel:(\+?[\d.*#-]+)\s*\)/gi, (whole, words: string, number: string) => {
      if (!dials) return whole;
      const isRead = digits(words).length > 2 && digits(number).endsWith(digits(words));
      return isRead ? link(words, number) : `${words} (${link(number, number)})`;
    })
    .replace(/\[([^\]\n]+)\]\(\s*([^()\s]+)[^()\n]*\)/g, (_, words: string, address: string) =>
      /^(https?|mailto|tel):/i.test(address) && address !== words
        ? `${words} (${keep(address.replace(/^(mailto|tel):/i, ''))})`
        : words,
    )
    .replace(/\*\*([^\s*](?:[^*\n]*[^\s*])?)\*\*/g, '<strong>$1</strong>')
    .replace(/(?<![\w_])__([^\s_](?:[^_\n]*[^\s_])?)__(?![\w_])/g, '<strong>$1</strong>')
    .replace(/\*([^\s*](?:[^*\n]*[^\s*])?)\*/g, '<em>$1</em>')
    .replace(/(?<![\w_])_([^\s_](?:[^_\n]*[^\s_])?)_(?![\w_])/g, '<em>$1</em>')
    .replace(/(?: {2,}|\\)?\n/g, '<br />')
    .replace(/\uE000(\d+)\uE000/g, (_, at: string) => kept[Number(at)] ?? '');
}

type Block = { readonly tag: 'p' | 'h3' | 'ul' | 'ol'; readonly lines: string[] };

function blocksOf(text: string): Block[] {
  const blocks: Block[] = [];
  let open: Block | null = null;
  const begin = (tag: Block['tag'], line: string) => {
    open = { tag, lines: [line] };
    blocks.push(open);
  };
  for (const raw of text.split(/\r\n|\r|\n/)) {
    // The fence of a code block is removed; words after it stay.
    const line = raw.replace(/^\s{0,3}>\s?/, '').replace(/^\s{0,3}(?:`{3,}|~{3,})/, '');
    const heading = /^\s{0,3}#{1,6}\s+(.*?)\s*#*\s*$/.exec(line)?.[1];
    const bullet = /^\s*[-*+]\s+(\S.*)$/.exec(line)?.[1];
    const numbered = /^\s*\d{1,3}[.)]\s+(\S.*)$/.exec(line)?.[1];
    const item = bullet ?? numbered;
    const list = bullet === undefined ? 'ol' : 'ul';
    const before: Block | null = open;
    if (line.trim() === '' || /^\s{0,3}(?:([-*_])\s*\1\s*\1[\s\-*_]*)$/.test(line)) open = null;
    else if (heading !== undefined) {
      begin('h3', heading);
      open = null;
    } else if (item !== undefined) {
      const last = blocks.at(-1);
      if (last?.tag === list) {
        last.lines.push(item);
        open = last;
      } else begin(list, item);
    } else if (before === null) begin('p', line.trimStart());
    else if (before.tag === 'p') before.lines.push(line.trimStart());
    // A line below an item belongs to that item.
    else before.lines.push(`${before.lines.pop() ?? ''}\n${line.trim()}`);
  }
  return blocks;
}

function htmlOfBlocks(text: string, dials: boolean): string {
  const blocks = blocksOf(text.trim());
  const [only] = blocks;
  if (blocks.length === 1 && only?.tag === 'p') return inlineHtml(only.lines.join('\n'), dials);
  return blocks
    .map(({ tag, lines }) =>
      tag === 'ul' || tag === 'ol'
        ? `<${tag}>${lines.map((line) => `<li>${inlineHtml(line, dials)}</li>`).join('')}</${tag}>`
        : `<${tag}>${inlineHtml(lines.join('\n'), dials)}</${tag}>`,
    )
    .join('');
}

/** Markdown (FHIR descriptions, operators' texts) as HTML. A single paragraph gets no element, so that plain words stay plain. */
export const htmlOfMarkdown = (text: string): string => safeHtml(htmlOfBlocks(text, false));

/** The same, with telephone numbers that can be dialled: `[988](tel:988)`. */
export const htmlOfAlertText = (text: string): string => safeHtmlWithTelephones(htmlOfBlocks(text, true));
