import type { NarrativeElement, NarrativeNode, XmlElement } from '../tree.ts';
import { type Attributes, cellAttributesOf, columnAttributesOf, commonOf } from './attributes.ts';
import { type FlowContext, type Reading, element, isBlank, withoutGaps } from './flow.ts';

type Child = XmlElement['children'][number];
type GroupTag = 'thead' | 'tbody' | 'tfoot';
interface Row {
  readonly a: Attributes;
  readonly cells: NarrativeNode[];
}
interface Group {
  readonly tag: GroupTag;
  readonly a: Attributes;
  readonly rows: readonly Row[];
}

/** Collects rows. What is outside of a group or a row gets one of its own, together with what follows it. */
class Rows {
  readonly #groups: (Group & { readonly rows: Row[] })[] = [];
  #rows: Row[] | null = null;
  #cells: NarrativeNode[] | null = null;

  beginGroup(tag: GroupTag, a: Attributes): void {
    this.#groups.push({ tag, a, rows: (this.#rows = []) });
    this.#cells = null;
  }
  endGroup(): void {
    this.#rows = null;
    this.#cells = null;
  }
  beginRow(a: Attributes): void {
    if (this.#rows === null) this.beginGroup('tbody', {});
    this.#rows?.push({ a, cells: (this.#cells = []) });
  }
  endRow(): void {
    this.#cells = null;
  }
  cell(node: NarrativeNode): void {
    if (this.#cells === null) this.beginRow({});
    this.#cells?.push(node);
  }
  get isEmpty(): boolean {
    return this.#groups.length === 0;
  }
  nodes(): NarrativeNode[] {
    const groups = withHead(
      this.#groups.map(({ rows, ...group }) => ({ ...group, rows: rows.filter(({ cells }) => cells.length > 0) })),
    );
    return groups
      .filter(({ rows }) => rows.length > 0)
      .map(({ tag, a, rows }) =>
        element(
          tag,
          a,
          rows.map((row) => element('tr', row.a, row.cells)),
        ),
      );
  }
}

const isHeaderRow = ({ cells }: Row): boolean => cells.every((cell) => typeof cell !== 'string' && cell.t === 'th');

/** Many systems write no `thead`. A first row with only `th`, above other rows, is taken as the head. */
function withHead(groups: readonly Group[]): readonly Group[] {
  const [first, ...others] = groups;
  const [head, ...rows] = first?.rows ?? [];
  const below = [...rows, ...others.flatMap((group) => group.rows)];
  if (first === undefined || head === undefined || groups.some(({ tag }) => tag === 'thead')) return groups;
  if (!isHeaderRow(head) || below.length === 0 || below.some(isHeaderRow)) return groups;
  return [{ tag: 'thead', a: {}, rows: [head] }, { ...first, rows }, ...others];
}

const nameOf = (child: Child): string => (typeof child === 'string' ? '' : child.name.toLowerCase());
const columnsOf = (group: XmlElement): NarrativeNode[] =>
  group.children.flatMap((child) =>
    typeof child !== 'string' && nameOf(child) === 'col' ? [element('col', columnAttributesOf(child))] : [],
  );

/** A browser would move what is between a table's parts elsewhere, so stray words get a cell and stray cells a row. Null if empty. */
export function tableOf(table: XmlElement, reading: Reading, place: FlowContext): NarrativeElement | null {
  const rows = new Rows();
  const columns: NarrativeNode[] = [];
  const looseColumns: NarrativeNode[] = [];
  let caption: NarrativeNode | null = null;
  let stray: Child[] = [];

  const words = (children: readonly Child[], within: FlowContext) => withoutGaps(reading.nodes(children, within));
  const endStray = () => {
    const nodes = words(stray, place);
    stray = [];
    if (nodes.some((node) => !isBlank(node))) rows.cell(element('td', {}, nodes));
  };

  /** Takes a child that is a valid part of a table; false for any other. */
  const takePart = (child: XmlElement, within: 'table' | 'group' | 'row'): boolean => {
    const name = nameOf(child);
    switch (name) {
      case 'td':
      case 'th':
        endStray();
        rows.cell(element(name, cellAttributesOf(child), words(child.children, reading.within(child, place))));
        return true;
      case 'tr':
        if (within === 'row') return false;
        endStray();
        rows.beginRow(commonOf(child));
        take(child.children, 'row');
        rows.endRow();
        return true;
      case 'thead':
      case 'tbody':
      case 'tfoot':
        if (within !== 'table') return false;
        endStray();
        rows.beginGroup(name, commonOf(child));
        take(child.children, 'group');
        rows.endGroup();
        return true;
      case 'caption':
        if (within !== 'table' || caption !== null || !rows.isEmpty || stray.length > 0) return false;
        caption = element('caption', commonOf(child), words(child.children, place));
        return true;
      case 'colgroup':
        if (within !== 'table') return false;
        columns.push(element('colgroup', columnAttributesOf(child), columnsOf(child)));
        stray.push(
          ...child.children.filter((one) => nameOf(one) !== 'col' && !(typeof one === 'string' && isBlank(one))),
        );
        return true;
      case 'col':
        if (within !== 'table') return false;
        looseColumns.push(element('col', columnAttributesOf(child)));
        return true;
      default:
        return false;
    }
  };
  const take = (children: readonly Child[], within: 'table' | 'group' | 'row') => {
    for (const child of children) {
      if (typeof child === 'string' ? isBlank(child) && stray.length === 0 : takePart(child, within)) continue;
      stray.push(child);
    }
    endStray();
  };
  take(table.children, 'table');

  const parts = [
    ...(caption === null ? [] : [caption]),
    ...columns,
    ...(looseColumns.length === 0 ? [] : [element('colgroup', {}, looseColumns)]),
    ...rows.nodes(),
  ];
  return caption === null && rows.isEmpty ? null : element('table', commonOf(table), parts);
}
