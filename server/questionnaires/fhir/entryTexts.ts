import { htmlOfMarkdown } from '../markdown.ts';
import { htmlOfText, losesContent, safeHtml } from '../richText.ts';
import type { Entry, Form } from './entries.ts';
import { url } from './extensions.ts';
import { extension, objectOf, objectsOf, textOf } from './json.ts';

/** What an item is called, with what stands beside and under it for its reader. */
export function entryTexts({ note }: Pick<Form, 'note'>) {
  function textAndCode(entry: Entry): string | null {
    return (
      textOf(entry.raw, 'text') ??
      objectsOf(entry.raw, 'code').flatMap((coding) => textOf(coding, 'display') ?? [])[0] ??
      null
    );
  }
  function htmlOf(entry: Entry): string {
    const prefix = textOf(entry.raw, 'prefix');
    const beside = objectOf(entry.raw, '_text');
    const rich = beside ? extension(beside, url.xhtml) : null;
    const xhtml = rich ? textOf(rich, 'valueString') : null;
    if (xhtml !== null && losesContent(xhtml))
      note(entry.place, 'its rich text has pictures, tables or links, so that its plain text is shown');
    const marked = beside ? extension(beside, url.markdown) : null;
    const markdown = marked ? (textOf(marked, 'valueMarkdown') ?? textOf(marked, 'valueString')) : null;
    const body =
      (xhtml !== null && !losesContent(xhtml) ? safeHtml(xhtml) : '') ||
      (markdown === null ? htmlOfText(textAndCode(entry) ?? '') : htmlOfMarkdown(markdown));
    return prefix === null ? body : `${htmlOfText(prefix)} ${body}`.trim();
  }
  /** Displays under a question: its unit, the ends of its slider, or help that is read with it. */
  const isDisplayFor = (entry: Entry, ...codes: string[]) =>
    entry.type === 'display' && entry.controls.some((code) => codes.includes(code));
  const helpOf = (entry: Entry): Entry[] =>
    entry.children.filter(
      (child) => child.type === 'display' && !child.isHidden && !isDisplayFor(child, 'unit', 'lower', 'upper'),
    );
  const withHelp = (entry: Entry): string =>
    [htmlOf(entry), ...helpOf(entry).map((help) => `<em>${htmlOf(help)}</em>`)]
      .filter((part) => part !== '')
      .join('<br />');
  const displayText = (entry: Entry, code: string): string | null => {
    const display = entry.children.find((child) => isDisplayFor(child, code));
    return display ? textAndCode(display) : null;
  };

  /** Labels of the ends of a slider, where there is none. */
  function noteEnds(entry: Entry): void {
    for (const end of ['lower', 'upper'])
      if (displayText(entry, end) !== null) note(entry.place, `the label of its ${end} end is shown only on a slider`);
  }

  return { textAndCode, htmlOf, withHelp, displayText, noteEnds };
}
export type EntryTexts = ReturnType<typeof entryTexts>;
