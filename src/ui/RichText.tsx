import { type ReactNode, createElement, memo, useMemo } from 'react';
import { useContentLang } from './contentLang.tsx';
import { richBlock } from './RichText.css.ts';
import { type RichPart, type RichRules, richTree, richWords } from './richTree.ts';
import { trustedHtml } from './trustedHtml.ts';

/** The only Trusted Types policy for HTML: it feeds an inert parser, which runs and fetches nothing, and never an element of the page. */
const inertHtml = trustedHtml('vestibule-rich-text');

/** The allowed parts of a text that may contain HTML (questions, notes, FAQs). Text without markup is not parsed. */
export function richParts(html: string, rules: RichRules = {}): readonly RichPart[] {
  if (!/[<&]/.test(html)) return html ? [html] : [];
  const inert = new DOMParser().parseFromString(inertHtml(html), 'text/html');
  return richTree(inert.body, rules);
}

/** The plain text of a text that may contain HTML: for titles, summaries and accessible names. */
export const plainText = (html: string): string => richWords(richParts(html, { inline: true }));

const rendered = (parts: readonly RichPart[]): ReactNode =>
  parts.map((part, index) => {
    if (typeof part === 'string') return part;
    const { tag, href, colSpan, rowSpan, hit, children } = part;
    if (tag === 'br') return <br key={index} />;
    if (tag === 'mark') {
      return (
        <mark key={index} data-hit={hit?.index} aria-current={hit?.isCurrent === true ? 'true' : undefined}>
          {rendered(children)}
        </mark>
      );
    }
    if (tag === 'a') {
      return (
        <a
          key={index}
          href={href ?? undefined}
          target={href?.startsWith('http') ? '_blank' : undefined}
          rel="noopener noreferrer"
        >
          {rendered(children)}
        </a>
      );
    }
    // A table scrolls sideways where it is wide; not every browser brings the keyboard there by itself.
    const tabIndex = tag === 'table' ? 0 : undefined;
    return createElement(
      tag,
      { key: index, colSpan: colSpan ?? undefined, rowSpan: rowSpan ?? undefined, tabIndex },
      rendered(children),
    );
  });

/** Parsed parts as elements of ours: for lists that show the same text many times. */
export const RichParts = memo(function RichParts({ parts }: { parts: readonly RichPart[] }): ReactNode {
  return <div className={richBlock}>{rendered(parts)}</div>;
});

interface RichTextProps extends RichRules {
  html: string;
  /** The language of the text, where it may differ from the page's. */
  lang?: string | undefined;
}

/** Text from the facility, with the allowed markup, as elements of ours. */
export const RichText = memo(function RichText({
  html,
  lang: given,
  inline = false,
  noLinks = false,
}: RichTextProps): ReactNode {
  const parts = useMemo(() => richParts(html, { inline, noLinks }), [html, inline, noLinks]);
  const around = useContentLang();
  const lang = given ?? around;
  if (!inline)
    return (
      <div className={richBlock} lang={lang}>
        {rendered(parts)}
      </div>
    );
  return lang === undefined ? <>{rendered(parts)}</> : <span lang={lang}>{rendered(parts)}</span>;
});
