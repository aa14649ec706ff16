import { type LanguageCode, LanguageTag, type SummarySection } from '@portal/api';
import * as v from 'valibot';
import { escapeHtml } from '../../../html/escapeHtml.ts';
import { locales } from '../../../process/locales.ts';
import type { DocumentSection, DocumentTree, NarrativeNode, DocumentBody } from '../tree.ts';
import { type Ids, idsOf } from './ids.ts';
import { NodeWriter } from './nodes.ts';
import { sectionName } from './sectionNames.ts';
import { direction } from './turning.ts';
import { documentWords } from './words.ts';
import { fillText } from '../../../html/fillText.ts';
import { attributesOf, directionOfLanguage, ourText, ourWords, type OurWords } from './write.ts';
import { linkTarget } from '../narrative/attributes.ts';

type BodyOf<Kind extends DocumentBody['kind']> = Extract<DocumentBody, { readonly kind: Kind }>;

/** A plain text document as HTML. Browsers drop a line break right after `<pre>`, so one is added. */
const textHtml = (text: string, language: string): string =>
  `<pre${attributesOf({ class: 'plain', lang: language, dir: directionOfLanguage(language) ?? 'auto' })}>\n${escapeHtml(text)}</pre>`;

function pictureHtml({ mediaType, base64 }: BodyOf<'picture'>, our: OurWords): string {
  const alt = documentWords[our.language].picture;
  const data = base64.replace(/[^A-Za-z0-9+/=]/g, '');
  return `<img${attributesOf({ class: 'scan', src: `data:${mediaType};base64,${data}`, alt, lang: our.lang })}>`;
}

/** What can be said of a document whose content is elsewhere or of a kind that is not shown. */
function elsewhereHtml({ reference, mediaType }: BodyOf<'elsewhere'>, our: OurWords): string {
  const words = documentWords[our.language];
  if (reference === null)
    return ourText(our, 'p', 'empty', fillText(our.language, words.otherKind, { type: mediaType ?? '?' }));
  const href = linkTarget(reference);
  const address =
    href === null || href.startsWith('#')
      ? escapeHtml(reference)
      : `<a${attributesOf({ href, target: '_blank', rel: 'noreferrer noopener' })}>${escapeHtml(reference)}</a>`;
  return (
    ourText(our, 'p', 'empty', words.elsewhere) +
    `<p>${ourText(our, 'span', '', words.address)} <bdi class="reference">${address}</bdi></p>`
  );
}

export interface RenderedDocument {
  /** Null: the document is a PDF. */
  readonly html: string | null;
  readonly sections: readonly SummarySection[];
}

/** Normalized, because many write `eng` for `en`. If there is none it is empty, which means "unknown" to a browser. */
export function languageOf({ header: { language } }: DocumentTree): string {
  if (!v.is(LanguageTag, language)) return '';
  try {
    return Intl.getCanonicalLocales(language)[0] ?? '';
  } catch {
    return '';
  }
}

/** Renders a document as a body fragment of allow-listed HTML. Texts that we add are in `language`. */
export function renderDocument(tree: DocumentTree, language: LanguageCode): RenderedDocument {
  const documentLanguage = languageOf(tree);
  const { body } = tree;
  switch (body.kind) {
    case 'sections': {
      const ids = idsOf(body.sections.flatMap(narrativesOf));
      const all = body.sections.map((section, at) => sectionOf(section, at, { language, documentLanguage, ids }));
      return { html: all.map(({ html }) => html).join(''), sections: all.map(({ head }) => head) };
    }
    case 'text':
      return { html: textHtml(body.text, documentLanguage), sections: [] };
    case 'picture':
      return { html: pictureHtml(body, ourWords(language, documentLanguage)), sections: [] };
    case 'elsewhere':
      return { html: elsewhereHtml(body, ourWords(language, documentLanguage)), sections: [] };
    case 'pdf':
      return { html: null, sections: [] };
  }
}

/** Renders narrative without a section, with its footnotes. */
export function renderNodes(nodes: readonly NarrativeNode[], language: LanguageCode): string {
  const writer = new NodeWriter(nodes, { ids: idsOf([nodes]), key: 'n', title: '', language, documentLanguage: '' });
  return writer.nodes(nodes) + writer.footnotes();
}

interface Place {
  readonly language: LanguageCode;
  readonly documentLanguage: string;
  readonly ids: Ids;
}

const narrativesOf = (section: DocumentSection): readonly (readonly NarrativeNode[])[] => [
  ...(section.text === null ? [] : [section.text]),
  ...section.sections.flatMap(narrativesOf),
];
const entriesIn = (section: DocumentSection): number =>
  section.entries + section.sections.reduce((sum, inner) => sum + entriesIn(inner), 0);

const showsNothing = (nodes: readonly NarrativeNode[]): boolean =>
  nodes.every((node) =>
    typeof node === 'string'
      ? node.trim() === ''
      : node.t !== 'picture' && node.a?.['shows'] === undefined && showsNothing(node.c ?? []),
  );
const isEmpty = (section: DocumentSection): boolean =>
  (section.text === null || showsNothing(section.text)) && section.sections.every(isEmpty);

const titleOf = (section: DocumentSection): string | null => {
  const title = section.title?.replace(/\s+/g, ' ').trim() ?? '';
  return title === '' ? null : title;
};

function sectionOf(section: DocumentSection, at: number, place: Place) {
  const { language, documentLanguage } = place;
  const words = documentWords[language];
  const own = titleOf(section);
  const title = own ?? sectionName(section.code, language) ?? words.untitled;
  const count = entriesIn(section);
  const head: SummarySection = {
    id: `s-${at}`,
    code: section.code,
    title,
    entries: count === 0 ? null : count,
    isEmpty: isEmpty(section),
  };
  const nodes = narrativesOf(section).flat();
  const writer = new NodeWriter(nodes, { ids: place.ids, key: String(at), title, language, documentLanguage });
  const details = {
    class: 'fold',
    id: head.id,
    'data-code': /^[\w.-]{1,40}$/.test(section.code ?? '') ? (section.code ?? undefined) : undefined,
    lang: documentLanguage,
    dir: directionOfLanguage(documentLanguage),
  };
  const label = count > 0 ? countText(count, language) : head.isEmpty ? words.noText : null;
  const our = ourWords(language, documentLanguage);
  const html =
    `<details${attributesOf(details)} open><summary>${heading('h2', own, title, our.lang)}` +
    `${label === null ? '' : ourText(our, 'span', 'muted', label)}</summary>` +
    `<div class="fold-body">${contentOf(section, writer, place, 3)}${writer.footnotes()}</div></details>`;
  return { head, html };
}

function countText(count: number, language: LanguageCode): string {
  const { entries } = documentWords[language];
  const isOne = new Intl.PluralRules(locales[language]).select(count) === 'one';
  return fillText(language, isOne ? entries.one : entries.other, { count: count.toLocaleString(locales[language]) });
}

/** A heading with the document's own title, or else our name for the section's code. */
const heading = (tag: string, own: string | null, title: string, lang: string | undefined): string =>
  `<${tag}${attributesOf(own === null ? { class: 'ours', lang } : { dir: direction(own) })}>${escapeHtml(title)}</${tag}>`;

/** The content of a section and then of its subsections; if there is none, a sentence that says so and why. */
function contentOf(section: DocumentSection, writer: NodeWriter, place: Place, level: number): string {
  const our = ourWords(place.language, place.documentLanguage);
  const inner = section.sections
    .map((one) => {
      const own = titleOf(one);
      const title = own ?? sectionName(one.code, place.language);
      const head = title === null ? '' : heading(`h${Math.min(level, 6)}`, own, title, our.lang);
      return `<section class="sub">${head}${contentOf(one, writer, place, level + 1)}</section>`;
    })
    .join('');
  const hasWords = section.text !== null && !showsNothing(section.text);
  if (hasWords) return writer.nodes(section.text) + inner;
  if (inner !== '') return inner;
  return ourText(our, 'p', 'empty', documentWords[place.language][whyEmpty(section)]);
}

function whyEmpty({ nullFlavor, entries }: DocumentSection) {
  if (entries > 0) return 'onlyCodes';
  switch (nullFlavor) {
    case null:
      return 'emptySection';
    case 'MSK':
      return 'masked';
    case 'NASK':
      return 'notAsked';
    case 'NA':
      return 'notApplicable';
    default:
      return 'noInformation';
  }
}
