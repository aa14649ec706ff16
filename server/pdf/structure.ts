import {
  type PDFArray,
  type PDFDocument,
  PDFName,
  PDFOperator,
  PDFOperatorNames,
  type PDFPage,
  type PDFRef,
} from 'pdf-lib';

/** What a part of a document is. A heading is one level below the one that it belongs to. */
export type Role = 'H1' | 'H2' | 'H3' | 'H4' | 'P' | 'Table' | 'TR' | 'TH' | 'TD' | 'L' | 'LI' | 'Lbl' | 'LBody';

/** A part of a document in its structure tree. */
export interface Part {
  readonly ref: PDFRef;
  readonly kids: PDFArray;
}

/** Content that is on the page for the eye alone: lines, and what the head and foot of each page repeat. */
export type Artifact = 'Layout' | 'Pagination';

const attributesOf = {
  column: { O: 'Table', Scope: 'Column' },
  row: { O: 'Table', Scope: 'Row' },
  numbered: { O: 'List', ListNumbering: 'Decimal' },
} as const;

/** The structure tree of a document (PDF/UA): what a screen reader reads, in the order in which it was added. */
export class Structure {
  readonly #document: PDFDocument;
  readonly #root: PDFRef;
  readonly #whole: Part;
  /** The part of each marked content of a page, by its number on the page. */
  readonly #marked = new Map<PDFPage, PDFRef[]>();

  constructor(document: PDFDocument) {
    this.#document = document;
    this.#root = document.context.nextRef();
    this.#whole = this.#create('Document', this.#root);
  }

  #create(role: Role | 'Document', parent: PDFRef, attributes?: keyof typeof attributesOf): Part {
    const { context } = this.#document;
    const kids = context.obj([]);
    const part = context.obj({ Type: 'StructElem', S: role, P: parent, K: kids });
    if (attributes !== undefined) part.set(PDFName.of('A'), context.obj(attributesOf[attributes]));
    return { ref: context.register(part), kids };
  }

  /** Adds a part after all others of its parent. */
  add(role: Role, parent: Part = this.#whole, attributes?: keyof typeof attributesOf): Part {
    const part = this.#create(role, parent.ref, attributes);
    parent.kids.push(part.ref);
    return part;
  }

  /** Draws something that belongs to a part, or that a screen reader leaves out. */
  draw(page: PDFPage, part: Part | Artifact, draw: () => void): void {
    const { BeginMarkedContentSequence, EndMarkedContent } = PDFOperatorNames;
    const begin = (tag: string, properties: string) =>
      page.pushOperators(PDFOperator.of(BeginMarkedContentSequence, [PDFName.of(tag), `<<${properties}>>`]));
    if (typeof part === 'string') begin('Artifact', `/Type /${part}`);
    else {
      const marked = this.#marked.get(page) ?? [];
      this.#marked.set(page, marked);
      begin('Span', `/MCID ${String(marked.length)}`);
      part.kids.push(this.#document.context.obj({ Type: 'MCR', Pg: page.ref, MCID: marked.length }));
      marked.push(part.ref);
    }
    draw();
    page.pushOperators(PDFOperator.of(EndMarkedContent));
  }

  /** Writes the tree into the document, once everything is drawn. */
  finish(): void {
    const { context, catalog } = this.#document;
    const pages = [...this.#marked];
    for (const [at, [page]] of pages.entries()) page.node.set(PDFName.of('StructParents'), context.obj(at));
    context.assign(
      this.#root,
      context.obj({
        Type: 'StructTreeRoot',
        K: this.#whole.ref,
        ParentTree: { Nums: pages.flatMap(([, marked], at) => [at, marked]) },
        ParentTreeNextKey: pages.length,
      }),
    );
    catalog.set(PDFName.of('StructTreeRoot'), this.#root);
    catalog.set(PDFName.of('MarkInfo'), context.obj({ Marked: true }));
  }
}
