import type { LanguageCode } from '@portal/api';
import { escapeHtml } from '../../escapeHtml.ts';
import { linkTarget } from '../narrative/attributes.ts';
import type { NarrativeElement, NarrativeNode } from '../tree.ts';
import type { Ids } from './ids.ts';
import { Notes } from './notes.ts';
import { pictureOf } from './picture.ts';
import { type TablePlan, planOf } from './tables.ts';
import { documentWords, filled } from './words.ts';
import { anyTurns, direction, nearTurns } from './turning.ts';
import { type OurWords, attributesOf, ourWords } from './write.ts';

const classPattern = /^(?:(?:st|al)-[a-z]+|pre|lines|caption)$/;
/** A class of ours out of a tree: nothing else that a tree says becomes one. */
const classOf = (node: NarrativeElement, ...more: readonly string[]): string | undefined => {
  const found = [...more, ...(node.a?.['class'] ?? '').split(' ').filter((name) => classPattern.test(name))];
  return found.length === 0 ? undefined : found.join(' ');
};
const whole = (text: string | undefined): string | undefined =>
  text !== undefined && /^\d{1,5}$/.test(text) ? text : undefined;

/**
 * Writes the narrative of one section as HTML. Only what is named here gets out: a tree is no HTML, and neither is anything in it.
 */
export class NodeWriter {
  readonly #ids: Ids;
  readonly #notes: Notes;
  readonly #key: string;
  readonly #title: string;
  readonly #ours: OurWords;
  readonly #documentLanguage: string;
  #wideTables = 0;
  #mayTurn: boolean;
  #isInLink = false;
  #isInTable = false;

  constructor(
    nodes: readonly NarrativeNode[],
    place: {
      readonly ids: Ids;
      /** Of the section: part of the ids of its footnotes. */
      readonly key: string;
      readonly title: string;
      readonly language: LanguageCode;
      readonly documentLanguage: string;
    },
  ) {
    this.#ids = place.ids;
    this.#notes = new Notes(nodes);
    this.#key = place.key;
    this.#title = place.title;
    this.#documentLanguage = place.documentLanguage;
    this.#ours = ourWords(place.language, place.documentLanguage);
    this.#mayTurn = anyTurns(nodes);
  }

  nodes(nodes: readonly NarrativeNode[]): string {
    let html = '';
    for (const node of nodes) html += typeof node === 'string' ? escapeHtml(node) : this.#node(node);
    return html;
  }

  /** The footnotes, for the end of the section. */
  footnotes(): string {
    let html = '';
    // Each is written before it is asked how many marks it has: a footnote may refer to another.
    const words = this.#notes.all().map(({ note }) => this.nodes(note.c ?? []));
    this.#notes.all().forEach(({ note, number, marks }, at) => {
      const back = Array.from({ length: Math.min(marks, 20) }, (_, nth) => this.#back(number, nth + 1)).join(' ');
      html += `<li id="fn-${this.#key}-${number}"><div${this.#common(note)}>${words[at] ?? ''}</div>${back}</li>`;
    });
    if (html === '') return '';
    const { footnotes } = documentWords[this.#ours.language];
    return `<ol${attributesOf({ class: 'footnotes', 'aria-label': footnotes })}>${html}</ol>`;
  }

  #back(number: number, nth: number): string {
    const label = filled(documentWords[this.#ours.language].back, { number: String(number) });
    const a = { class: 'back ours', href: `#${this.#markId(number, nth)}`, 'aria-label': label, lang: this.#ours.lang };
    return `<a${attributesOf(a)}>↩</a>`;
  }

  #markId = (number: number, nth: number): string => `fnr-${this.#key}-${number}${nth === 1 ? '' : `.${nth}`}`;

  #mark(node: NarrativeElement): string {
    const found = this.#notes.mark(node);
    const texts = documentWords[this.#ours.language];
    const { lang } = this.#ours;
    if (found === null)
      return `<sup${attributesOf({ class: 'ref ours', lang })}>[${escapeHtml(texts.missingNote)}]</sup>`;
    const number = String(found.number);
    const id = this.#markId(found.number, found.nth);
    if (this.#isInLink) return `<sup${attributesOf({ class: 'ref ours', id })}>${number}</sup>`;
    const label = filled(texts.footnote, { number });
    const a = { href: `#fn-${this.#key}-${number}`, 'aria-label': label, lang };
    return `<sup${attributesOf({ class: 'ref ours', id })}><a${attributesOf(a)}>${number}</a></sup>`;
  }

  #common(node: NarrativeElement, ...classes: readonly string[]): string {
    const a = node.a;
    const dir = this.#mayTurn && (node.c ?? []).some(nearTurns) ? 'auto' : undefined;
    if (a === undefined && classes.length === 0) return dir === undefined ? '' : ' dir="auto"';
    return attributesOf({ id: this.#idOf(node), class: classOf(node, ...classes), dir });
  }

  /** Prefixed, so that none is one of ours, and the first of two alike alone: no link could reach the second. */
  #idOf(node: NarrativeElement): string | undefined {
    const id = node.a?.['id'];
    if (id === undefined || this.#ids.used.has(id)) return undefined;
    this.#ids.used.add(id);
    return `d-${id}`;
  }

  #node(node: NarrativeElement): string {
    const inner = node.c ?? [];
    switch (node.t) {
      case 'br':
        return '<br>';
      case 'footnote':
        return this.#mark(node);
      case 'picture':
        return pictureOf(node, this.#ours, this.#common(node, 'picture'), this.nodes(inner));
      case 'a':
        return this.#link(node);
      case 'table':
        return this.#table(node);
      case 'sup':
        if (node.a?.['ref'] !== undefined) return this.nodes(inner) + this.#mark(node);
        break;
      case 'ol': {
        const type = node.a?.['type'];
        const known = type !== undefined && /^[1iIaA]$/.test(type) ? ` type="${type}"` : '';
        return `<ol${this.#common(node)}${known}>${this.nodes(inner)}</ol>`;
      }
      case 'caption':
      case 'colgroup':
      case 'col':
      case 'thead':
      case 'tbody':
      case 'tfoot':
      case 'tr':
      case 'th':
      case 'td':
        // Outside a table a browser would drop the element.
        return `<div${this.#common(node)}>${this.nodes(inner)}</div>`;
      case 'p':
      case 'div':
      case 'span':
      case 'sub':
      case 'ul':
      case 'li':
      case 'ins':
      case 'del':
        break;
    }
    return `<${node.t}${this.#common(node)}>${this.nodes(inner)}</${node.t}>`;
  }

  #link(node: NarrativeElement): string {
    const href = this.#isInLink ? null : linkTarget(node.a?.['href']);
    const isInside = href?.startsWith('#') === true;
    const common = this.#common(node);
    if (href === null || (isInside && !this.#ids.known.has(href.slice(1))))
      return `<span${common}>${this.nodes(node.c ?? [])}</span>`;
    this.#isInLink = true;
    const words =
      node.a?.['shows'] === 'address' ? `<span class="ours">${escapeHtml(href)}</span>` : this.nodes(node.c ?? []);
    this.#isInLink = false;
    const target = isInside ? { href: `#d-${href.slice(1)}` } : { href, target: '_blank', rel: 'noreferrer noopener' };
    return `<a${common}${attributesOf({ ...target, title: node.a?.['title'] })}>${words}</a>`;
  }

  #table(node: NarrativeElement): string {
    const isInner = this.#isInTable;
    this.#isInTable = true;
    const plan = planOf(node, isInner);
    const dir = direction(this.#title);
    let html = '';
    for (const part of node.c ?? []) if (typeof part !== 'string') html += this.#tablePart(part, plan);
    this.#isInTable = isInner;
    const common = this.#common(node, ...(plan.isPlain ? ['stack'] : []));
    if (plan.isPlain) return `<div class="stackable"><table${common} role="table">${html}</table></div>`;
    if (isInner) return `<table${common}>${html}</table>`;
    this.#wideTables += 1;
    const label = filled(documentWords[this.#ours.language].wideTable, {
      number: String(this.#wideTables),
      section: this.#title,
    });
    const region = { class: 'slide', role: 'region', tabindex: '0', 'aria-label': label, lang: this.#ours.lang, dir };
    const back = this.#ours.lang === undefined ? {} : { lang: this.#documentLanguage };
    return `<div${attributesOf(region)}><table${common}${attributesOf(back)}>${html}</table></div>`;
  }

  #tablePart(part: NarrativeElement, { cellOf, isPlain }: TablePlan): string {
    const { t, a } = part;
    const inner = () => {
      let html = '';
      for (const one of part.c ?? []) html += typeof one === 'string' ? '' : this.#tablePart(one, { cellOf, isPlain });
      return html;
    };
    if (t === 'caption') return `<caption${this.#common(part)}>${this.nodes(part.c ?? [])}</caption>`;
    if (t === 'col') return `<col${this.#common(part)}${attributesOf({ span: whole(a?.['span']) })}>`;
    if (t === 'colgroup')
      return `<colgroup${this.#common(part)}${attributesOf({ span: whole(a?.['span']) })}>${inner()}</colgroup>`;
    if (t === 'tr') return `<tr${this.#common(part)}${isPlain ? ' role="row"' : ''}>${inner()}</tr>`;
    if (t === 'thead' || t === 'tbody' || t === 'tfoot')
      return `<${t}${this.#common(part)}${isPlain ? ' role="rowgroup"' : ''}>${inner()}</${t}>`;
    const { tag, attributes } = cellOf(part);
    const spans = { colspan: whole(a?.['colspan']), rowspan: whole(a?.['rowspan']) };
    return `<${tag}${this.#common(part)}${attributesOf({ ...attributes, ...spans })}>${this.nodes(part.c ?? [])}</${tag}>`;
  }
}
