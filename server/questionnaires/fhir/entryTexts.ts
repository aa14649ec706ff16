import { LanguageTag } from '@portal/api';
import * as v from 'valibot';
import { htmlOfMarkdown } from '../../html/markdown.ts';
import { htmlOfText, losesContent, safeHtml } from '../../html/richText.ts';
import type { Entry, Form } from './entries.ts';
import { url } from './extensions.ts';
import { extension, extensionsOf, isObject, type JsonObject, objectOf, objectsOf, textOf } from './json.ts';
import { imageOf, withoutPictures } from './media.ts';

/** An element's text in other languages, by tag, from its translation extensions. */
export function translationsOf(...holders: readonly (JsonObject | null)[]): ReadonlyMap<string, string> {
  const texts = new Map<string, string>();
  for (const one of holders.flatMap(extensionsOf)) {
    if (one.url !== url.translation) continue;
    const part = (name: string) => extensionsOf(one).find((inner) => inner.url === name);
    const [lang, content] = [part('lang'), part('content')];
    const tag = v.safeParse(LanguageTag, textOf(lang, 'valueCode') ?? textOf(lang, 'valueString'));
    const text = textOf(content, 'valueString') ?? textOf(content, 'valueMarkdown');
    if (tag.success && text !== null) texts.set(tag.output, text);
  }
  return texts;
}

/** The texts of items and of the displays that belong to them; with a language, in that language as far as they are translated. */
export function entryTexts({ note }: Pick<Form, 'note'>, contained: readonly JsonObject[]) {
  const inLanguage = (holder: JsonObject, key: string, language?: string): string | null =>
    (language === undefined ? undefined : translationsOf(objectOf(holder, `_${key}`)).get(language)) ??
    textOf(holder, key);
  function textAndCode(entry: Entry, language?: string): string | null {
    return (
      inLanguage(entry.raw, 'text', language) ??
      objectsOf(entry.raw, 'code').flatMap((coding) => textOf(coding, 'display') ?? [])[0] ??
      null
    );
  }
  /** The item's text with markup, if it has markup and our sanitizing loses nothing. */
  function richText(entry: Entry): string | null {
    const beside = objectOf(entry.raw, '_text');
    const xhtml = textOf(extension(beside, url.xhtml), 'valueString');
    if (xhtml !== null) {
      // A picture is shown next to the text, so it does not count as lost.
      const bare = isObject(imageOf([beside ?? {}], contained, '')) ? withoutPictures(xhtml) : xhtml;
      if (losesContent(bare))
        note(entry.place, 'its rich text has pictures, tables or links, so that its plain text is shown');
      else if (hasWords(safeHtml(bare))) return safeHtml(bare);
    }
    const marked = extension(beside, url.markdown);
    const markdown = textOf(marked, 'valueMarkdown') ?? textOf(marked, 'valueString');
    return markdown === null ? null : htmlOfMarkdown(markdown);
  }
  function htmlOf(entry: Entry, language?: string): string {
    const prefix = inLanguage(entry.raw, 'prefix', language);
    const translated = language === undefined ? undefined : translationsOf(objectOf(entry.raw, '_text')).get(language);
    const body =
      translated === undefined ? (richText(entry) ?? htmlOfText(textAndCode(entry) ?? '')) : htmlOfText(translated);
    return prefix === null ? body : `${htmlOfText(prefix)} ${body}`.trim();
  }
  /** Whether a display under a question belongs to it: its unit, an end of its slider, or help. */
  const isDisplayFor = (entry: Entry, ...codes: string[]) =>
    entry.type === 'display' && entry.controls.some((code) => codes.includes(code));
  const helpOf = (entry: Entry): Entry[] =>
    entry.children.filter(
      (child) =>
        child.type === 'display' &&
        !child.isHidden &&
        !isConditional(child) &&
        !isDisplayFor(child, 'unit', 'lower', 'upper'),
    );
  const withHelp = (entry: Entry, language?: string): string =>
    [htmlOf(entry, language), ...helpOf(entry).map((help) => `<em>${htmlOf(help, language)}</em>`)]
      .filter((part) => part !== '')
      .join('<br />');
  const displayText = (entry: Entry, code: string, language?: string): string | null => {
    const display = entry.children.find((child) => isDisplayFor(child, code));
    return display ? textAndCode(display, language) : null;
  };
  function languagesOf(entry: Entry): Set<string> {
    const holders = [entry, ...entry.children.filter((child) => child.type === 'display')].flatMap(({ raw }) => [
      objectOf(raw, '_text'),
      objectOf(raw, '_prefix'),
    ]);
    return new Set(translationsOf(...holders).keys());
  }

  /** Notes labels of a slider's ends on a question that is not shown as a slider. */
  function noteEnds(entry: Entry): void {
    for (const end of ['lower', 'upper'])
      if (displayText(entry, end) !== null) note(entry.place, `the label of its ${end} end is shown only on a slider`);
  }

  return { textAndCode, htmlOf, withHelp, displayText, noteEnds, languagesOf };
}
export type EntryTexts = ReturnType<typeof entryTexts>;

/** False for markup without words, such as a single line break. */
const hasWords = (html: string): boolean => html.replace(/<[^>]*>|&nbsp;|\s/g, '') !== '';

export const isConditional = ({ raw }: Entry): boolean =>
  objectsOf(raw, 'enableWhen').length > 0 || extension(raw, url.enableWhenExpression) !== null;

/** The texts of a concept in other languages, as value sets write them. */
export const designationsOf = (concept: JsonObject): ReadonlyMap<string, string> =>
  new Map(
    objectsOf(concept, 'designation').flatMap((one): [string, string][] => {
      const tag = v.safeParse(LanguageTag, one.language);
      const text = textOf(one, 'value');
      const use = isObject(one.use) ? textOf(one.use, 'code') : null;
      return tag.success && text !== null && (use === null || use === 'display') ? [[tag.output, text]] : [];
    }),
  );
