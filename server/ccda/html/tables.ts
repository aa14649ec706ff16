import type { NarrativeElement, NarrativeNode } from '../tree.ts';

/** How a cell is written. */
export interface CellPlan {
  readonly tag: 'th' | 'td';
  readonly attributes: Readonly<Record<string, string | undefined>>;
}
export interface TablePlan {
  /** One row of headers and under it nothing but cells: on a narrow page its rows become lists of labels and values. */
  readonly isPlain: boolean;
  readonly cellOf: (cell: NarrativeElement) => CellPlan;
}

const mostPlainColumns = 8;
const longestLabel = 100;

const elements = (nodes: readonly NarrativeNode[] | undefined): readonly NarrativeElement[] =>
  (nodes ?? []).filter((node): node is NarrativeElement => typeof node !== 'string');
const isHeaderRow = (row: NarrativeElement): boolean => {
  const cells = elements(row.c);
  return cells.length > 0 && cells.every(({ t }) => t === 'th');
};
const hasTable = (nodes: readonly NarrativeNode[] | undefined): boolean =>
  elements(nodes).some(({ t, c }) => t === 'table' || hasTable(c));

/** The words of a cell in one line, without its footnotes. */
const wordsOf = (nodes: readonly NarrativeNode[] | undefined): string =>
  (nodes ?? [])
    .map((node) =>
      typeof node === 'string' ? node : node.t === 'footnote' ? '' : node.t === 'br' ? ' ' : wordsOf(node.c),
    )
    .join('');
const lineOf = (cell: NarrativeElement): string => wordsOf(cell.c).replace(/\s+/g, ' ').trim();
const isEmpty = (cell: NarrativeElement): boolean => !hasPicture(cell.c) && lineOf(cell) === '';
const hasPicture = (nodes: readonly NarrativeNode[] | undefined): boolean =>
  elements(nodes).some(({ t, c }) => t === 'picture' || t === 'footnote' || hasPicture(c));

/**
 * What the structure of a table says about its cells. A cell of a header row is a column's header also where a system wrote `td`; a `th` at the start of
 * any other row is that row's; nothing more is guessed.
 */
export function planOf(table: NarrativeElement, isInner: boolean): TablePlan {
  const groups = elements(table.c);
  const headers = groups.filter(({ t }) => t === 'thead').flatMap(({ c }) => elements(c));
  const body = groups.filter(({ t }) => t === 'tbody' || t === 'tfoot').flatMap(({ c }) => elements(c));
  const labels = elements(headers[0]?.c).map((cell) => lineOf(cell).slice(0, longestLabel));
  const hasSpan = ({ a }: NarrativeElement) => a?.['colspan'] !== undefined || a?.['rowspan'] !== undefined;
  const isPlain =
    !isInner &&
    headers.length === 1 &&
    body.length > 0 &&
    labels.length <= mostPlainColumns &&
    [...headers, ...body].every((row) => elements(row.c).length === labels.length && !elements(row.c).some(hasSpan)) &&
    !hasTable(body);

  const plans = new Map<NarrativeElement, CellPlan>();
  const headerIds = new Set<string>();
  for (const row of headers)
    for (const cell of elements(row.c)) {
      const scope = cell.a?.['scope'] ?? (cell.a?.['colspan'] === undefined ? 'col' : 'colgroup');
      const asHeader = !isEmpty(cell);
      if (asHeader && cell.a?.['id'] !== undefined) headerIds.add(cell.a['id']);
      const role = isPlain ? (asHeader ? 'columnheader' : 'cell') : undefined;
      plans.set(
        cell,
        asHeader
          ? { tag: 'th', attributes: { scope, role, abbr: cell.a?.['abbr'] } }
          : { tag: 'td', attributes: { role } },
      );
    }
  for (const row of body)
    elements(row.c).forEach((cell, at) => {
      const isHeader = cell.t === 'th' && !isEmpty(cell);
      if (isHeader && cell.a?.['id'] !== undefined) headerIds.add(cell.a['id']);
      const scope = isHeader ? (cell.a?.['scope'] ?? (at === 0 && !isHeaderRow(row) ? 'row' : undefined)) : undefined;
      const role = isPlain ? (scope === 'row' ? 'rowheader' : 'cell') : undefined;
      const abbr = isHeader ? cell.a?.['abbr'] : undefined;
      const label = isPlain && scope !== 'row' ? labels[at] : undefined;
      plans.set(cell, { tag: isHeader ? 'th' : 'td', attributes: { scope, role, abbr, 'data-label': label } });
    });
  return {
    isPlain,
    cellOf: (cell) => {
      const plan = plans.get(cell) ?? { tag: 'td', attributes: {} };
      const named = (cell.a?.['headers'] ?? '').split(' ').filter((id) => headerIds.has(id));
      const headersOf = named.length === 0 ? undefined : named.map((id) => `d-${id}`).join(' ');
      return headersOf === undefined ? plan : { tag: plan.tag, attributes: { ...plan.attributes, headers: headersOf } };
    },
  };
}
