import type { NarrativeElement, NarrativeNode } from '../tree.ts';

/** The footnotes of a section, numbered in the order in which their text or a reference to them first occurs. */
export class Notes {
  readonly #byId = new Map<string, NarrativeElement>();
  readonly #numbers = new Map<NarrativeElement, number>();
  readonly #marks = new Map<NarrativeElement, number>();

  constructor(nodes: readonly NarrativeNode[]) {
    const all: NarrativeElement[] = [];
    this.#find(nodes, all);
    for (const one of all) {
      const note = one.t === 'footnote' ? one : this.#byId.get(one.a?.['ref'] ?? '');
      if (note !== undefined && !this.#numbers.has(note)) this.#numbers.set(note, this.#numbers.size + 1);
    }
  }

  #find(nodes: readonly NarrativeNode[], all: NarrativeElement[]): void {
    for (const node of nodes) {
      if (typeof node === 'string') continue;
      const id = node.a?.['id'];
      if (node.t === 'footnote') {
        all.push(node);
        if (id !== undefined && !this.#byId.has(id)) this.#byId.set(id, node);
      } else if (node.t === 'sup' && node.a?.['ref'] !== undefined) all.push(node);
      this.#find(node.c ?? [], all);
    }
  }

  /** The footnote number of a mark in the text, and which of that footnote's marks it is. */
  mark(node: NarrativeElement): { readonly number: number; readonly nth: number } | null {
    const note = node.t === 'footnote' ? node : this.#byId.get(node.a?.['ref'] ?? '');
    const number = note === undefined ? undefined : this.#numbers.get(note);
    if (note === undefined || number === undefined) return null;
    const nth = (this.#marks.get(note) ?? 0) + 1;
    this.#marks.set(note, nth);
    return { number, nth };
  }

  /** All footnotes by number, with the number of marks that were written for each. */
  all(): readonly { readonly note: NarrativeElement; readonly number: number; readonly marks: number }[] {
    return [...this.#numbers].map(([note, number]) => ({ note, number, marks: this.#marks.get(note) ?? 0 }));
  }
}
