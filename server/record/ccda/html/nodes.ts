import type { LanguageCode } from '@portal/api';
import { escapeHtml } from '../../../html/escapeHtml.ts';
import { linkTarget } from '../narrative/attributes.ts';
import type { NarrativeElement, NarrativeNode } from '../tree.ts';
import type { Ids } from './ids.ts';
import { Notes } from './notes.ts';
import { pictureOf } from './picture.ts';
import { type TablePlan, planOf } from './tables.ts';
import { documentWords } from './words.ts';
import { fillText } from '../../../html/fillText.ts';
import { anyTurns, nearTurns } from './turning.ts';
import { type OurWords, attribute, attributesOf, ourWords } from './write.ts';

const classPattern = /^(?:(?:st|al)-[a-z]+|pre|lines|caption)$/;
/** The known classes of a node. Nothing else from a tree becomes a class. */
function classOf(node: NarrativeElement, more: string): string | undefined {
  const said = node.a?.['class'];
  if (said === undefined) return more === '' ? undefined : more;
  const found = said.split(' ').filter((name) => classPattern.test(name));
  if (more !== '') found.unshift(more);
  return found.length === 0 ? undefined : found.join(' ');
}
/** The longest part of a section's title that is used in the name of each of its tables. */
const longestName = 100;
/** So many rows of a long table are laid out together by the page. */
const rowsOfGroup = 25;
const whole = (text: string | undefined): string | undefined =>
  text !== undefined && /^\d{1,5}$/.test(text) ? text : undefined;

/** Writes the narrative of one section as HTML. Only what is listed here is written; everything else in a tree is escaped or left out. */
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
      /** The section's key, which is part of the ids of its footnotes. */
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
    // All notes are written before their marks are counted, because a footnote may refer to another one.
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
    const label = fillText(this.#ours.language, documentWords[this.#ours.language].back, { number: String(number) });
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
    const label = fillText(this.#ours.language, texts.footnote, { number });
    const a = { href: `#fn-${this.#key}-${number}`, 'aria-label': label, lang };
    return `<sup${attributesOf({ class: 'ref ours', id })}><a${attributesOf(a)}>${number}</a></sup>`;
  }

  #common(node: NarrativeElement, classes = ''): string {
    const turns = this.#mayTurn && (node.c ?? []).some(nearTurns) ? ' dir="auto"' : '';
    if (node.a === undefined && classes === '') return turns;
    return attribute('id', this.#idOf(node)) + attribute('class', classOf(node, classes)) + turns;
  }

  /** Ids get a prefix, so that none equals one of ours. Of two equal ids only the first is kept, because no link could reach the second. */
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
        // Outside of a table a browser would drop the element.
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
    let html = '';
    for (const part of node.c ?? []) if (typeof part !== 'string') html += this.#tablePart(part, plan, false);
    this.#isInTable = isInner;
    const common = this.#common(node, plan.isPlain ? 'stack' : '');
    if (plan.isPlain) return `<div class="stackable"><table${common} role="table">${html}</table></div>`;
    if (isInner) return `<table${common}>${html}</table>`;
    this.#wideTables += 1;
    const label = fillText(this.#ours.language, documentWords[this.#ours.language].wideTable, {
      number: String(this.#wideTables),
      section: this.#title.slice(0, longestName),
    });
    const region = { class: 'slide', role: 'region', tabindex: '0', 'aria-label': label, lang: this.#ours.lang };
    const back = this.#ours.lang === undefined ? {} : { lang: this.#documentLanguage };
    return `<div${attributesOf(region)}><table${common}${attributesOf(back)}>${html}</table></div>`;
  }

  #tablePart(part: NarrativeElement, plan: TablePlan, isInHead: boolean): string {
    const { t } = part;
    if (t === 'caption') return `<caption${this.#common(part)}>${this.nodes(part.c ?? [])}</caption>`;
    const span = t === 'col' || t === 'colgroup' ? attribute('span', whole(part.a?.['span'])) : '';
    if (t === 'col') return `<col${this.#common(part)}${span}>`;
    if (t === 'tr') return this.#row(part, plan, isInHead);
    const role = plan.isPlain && t !== 'colgroup' ? ' role="rowgroup"' : '';
    const tag = t === 'thead' || t === 'tfoot' || t === 'colgroup' ? t : 'tbody';
    const parts = (part.c ?? []).filter((one) => typeof one !== 'string');
    const group = (some: typeof parts): string => {
      let inner = '';
      for (const one of some) inner += this.#tablePart(one, plan, t === 'thead');
      return `<${tag}${this.#common(part)}${span}${role}>${inner}</${tag}>`;
    };
    if (tag !== 'tbody' || !plan.isInGroups) return group(parts);
    let html = '';
    for (let from = 0; from === 0 || from < parts.length; from += rowsOfGroup)
      html += group(parts.slice(from, from + rowsOfGroup));
    return html;
  }

  #row(row: NarrativeElement, { cellOf, isPlain }: TablePlan, isInHead: boolean): string {
    let html = `<tr${this.#common(row)}${isPlain ? ' role="row"' : ''}>`;
    let column = 0;
    for (const cell of row.c ?? []) {
      if (typeof cell === 'string') continue;
      const { tag, attributes } = cellOf(cell, column, isInHead);
      column += 1;
      const a = cell.a;
      const spans =
        a === undefined ? '' : attribute('colspan', whole(a['colspan'])) + attribute('rowspan', whole(a['rowspan']));
      html += `<${tag}${this.#common(cell)}${attributes}${spans}>${this.nodes(cell.c ?? [])}</${tag}>`;
    }
    return `${html}</tr>`;
  }
}
