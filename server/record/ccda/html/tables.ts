import type { NarrativeElement, NarrativeNode } from '../tree.ts';
import { attribute } from './write.ts';

export interface CellPlan {
  readonly tag: 'th' | 'td';
  readonly attributes: string;
}
export interface TablePlan {
  /** True for a single header row above rows of plain cells. On a narrow page such rows become lists of labels and values. */
  readonly isPlain: boolean;
  /** True if its rows may be split into small groups, because no cell is the header of a row group of the document. */
  readonly isInGroups: boolean;
  readonly cellOf: (cell: NarrativeElement, column: number, isInHead: boolean) => CellPlan;
}

const mostPlainColumns = 8;
const longestLabel = 100;

const elements = (nodes: readonly NarrativeNode[] | undefined): readonly NarrativeElement[] =>
  (nodes ?? []).filter((node): node is NarrativeElement => typeof node !== 'string');
const hasTable = (nodes: readonly NarrativeNode[] | undefined): boolean =>
  elements(nodes).some(({ t, c }) => t === 'table' || hasTable(c));

/** The words of a cell on one line, without its footnotes. */
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
 * What a table's structure says about its cells. A cell in a header row is a column header, even if it is written as `td`; a `th` at the
 * start of another row is that row's header. Nothing else is guessed.
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

  const isHeader = (cell: NarrativeElement, isInHead: boolean) => (isInHead || cell.t === 'th') && !isEmpty(cell);
  const headerIds = headerIdsOf([...headers, ...body]);
  const roleOf = (role: string) => attribute('role', isPlain ? role : undefined);
  const plain: readonly CellPlan[] = labels.map((label) => ({
    tag: 'td',
    attributes: roleOf('cell') + attribute('data-label', isPlain ? label : undefined),
  }));
  const loose: CellPlan = { tag: 'td', attributes: roleOf('cell') };

  const headOf = (cell: NarrativeElement, scope: string | undefined, role: string): CellPlan => ({
    tag: 'th',
    attributes: attribute('scope', scope) + roleOf(role) + attribute('abbr', cell.a?.['abbr']),
  });
  const planCell = (cell: NarrativeElement, column: number, isInHead: boolean): CellPlan => {
    const cellPlan = isInHead ? loose : (plain[column] ?? loose);
    if (!isHeader(cell, isInHead)) return cellPlan;
    const own = cell.a?.['scope'];
    if (isInHead) return headOf(cell, own ?? (cell.a?.['colspan'] === undefined ? 'col' : 'colgroup'), 'columnheader');
    const scope = own ?? (column === 0 ? 'row' : undefined);
    if (scope === 'row') return headOf(cell, scope, 'rowheader');
    return { tag: 'th', attributes: attribute('scope', scope) + cellPlan.attributes };
  };
  const speaksForGroup = ({ a }: NarrativeElement) => a?.['scope'] === 'rowgroup';
  return {
    isPlain,
    isInGroups: isPlain && !body.some((row) => elements(row.c).some(speaksForGroup)),
    cellOf: (cell, column, isInHead) => {
      const plan = planCell(cell, column, isInHead);
      if (cell.a?.['headers'] === undefined) return plan;
      const named = cell.a['headers'].split(' ').filter((id) => headerIds.has(id));
      if (named.length === 0) return plan;
      return {
        tag: plan.tag,
        attributes: plan.attributes + attribute('headers', named.map((id) => `d-${id}`).join(' ')),
      };
    },
  };
}

const headerIdsOf = (rows: readonly NarrativeElement[]): ReadonlySet<string> =>
  new Set(
    rows
      .flatMap((row) => elements(row.c))
      .flatMap(({ t, a }) => (t === 'th' && a?.['id'] !== undefined ? [a['id']] : [])),
  );
