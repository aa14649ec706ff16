import { type Act, type ActivityPart, type AuditRowId, activityParts, homeViewed } from '@portal/api';
import { actOf } from './acts.ts';
import type { OpenedKey } from './opened.ts';

/** Reads of one session that are no further apart are one look: a page asks for its parts within a moment. */
const lookGapMs = 15_000;
/** The same for what is copied to a device, which rests while there is no connection. */
const copyGapMs = 10 * 60_000;
/** Rows that are further apart than this never belong to one line. */
export const mostGapMs = Math.max(lookGapMs, copyGapMs);

/** What of a row decides which line it belongs to. */
export interface ActivityRow {
  readonly id: AuditRowId;
  /** ISO 8601 in UTC, to the microsecond: as text it sorts as it happened. */
  readonly at: string;
  readonly type: string;
  readonly sessionId: number | null;
  /** Of a session's end: what ended it. */
  readonly event: string | null;
  /** Read to be kept on a device, not to be looked at. */
  readonly isAhead: boolean;
  /** The one thing of the record that was opened. */
  readonly opened: OpenedKey | null;
}

export interface Line<Row> {
  readonly row: Row;
  readonly act: Act;
  readonly parts: readonly ActivityPart[];
  /** In the order in which it was opened. */
  readonly opened: readonly OpenedKey[];
  /** Rows that it is made of. */
  readonly count: number;
}

interface Kept {
  readonly parts: Set<ActivityPart>;
  /** Kinds of rows by which pages told that they were opened. */
  readonly pages: Set<string>;
  readonly opened: Set<OpenedKey>;
  count: number;
}

interface Look {
  readonly gapMs: number;
  oldest: number;
  /** Null where the line stands on another page, or on none yet. */
  readonly line: Kept | null;
}

/** A page says itself that it was opened. */
const pagesIn = (type: string): string[] => (type.startsWith('client.') ? [type] : []);
const home = `client.${homeViewed.auditEventType}`;
/** A look at Home and at no other page, at which nothing was opened by itself. All that was read stays named. */
const isHome = ({ pages, opened }: Pick<Kept, 'pages' | 'opened'>): boolean =>
  pages.size === 1 && pages.has(home) && opened.size === 0;

/** Name and address come with every page that can be printed: they are named only where nothing else was looked at. */
function named(parts: ReadonlySet<ActivityPart>): ActivityPart[] {
  const all = activityParts.filter((part) => parts.has(part));
  const more = all.filter((part) => part !== 'Details');
  return more.length === 0 ? all : more;
}

interface LinesOptions {
  /** How many lines there are to be. */
  readonly count: number;
  /** The row that the last page's last line begins with; null: from the start. Rows from `mostGapMs` after it on are to be given. */
  readonly after: { readonly id: number; readonly at: string } | null;
  /** Rows that are looked at, at most, before the page is given as it is. */
  readonly mostRows: number;
}

/**
 * Makes lines of rows that come latest first: one for each act, one for all reads of a session that lie closer together than
 * `lookGapMs`, and one for what was copied to a device in one go. A line stands at its latest row. That row is known from its neighbours alone, so pages fit together wherever they are cut.
 */
export async function linesOf<Row extends ActivityRow>(
  rows: AsyncIterable<Row>,
  { count, after, mostRows }: LinesOptions,
): Promise<{ readonly lines: Line<Row>[]; readonly next: AuditRowId | null }> {
  const lines: ({ row: Row; act: Act } & Kept)[] = [];
  const looks = new Map<string, Look>();
  const isOpen = (look: Look, at: number) => look.oldest - at <= look.gapMs;
  const done = () =>
    lines.map(({ row, act, count: rowsOf, ...kept }) => ({
      row,
      act: act === 'looked' && isHome(kept) ? 'openedHome' : act,
      parts: named(kept.parts),
      opened: [...kept.opened].toReversed(),
      count: rowsOf,
    }));
  let seen = 0;
  let hasMore = false;
  for await (const row of rows) {
    const at = Date.parse(row.at);
    const { act, part } = actOf(row.type, row.event, row.isAhead);
    const isLook = part !== null || act === 'copiedToDevice';
    const lookName = `${act} ${String(row.sessionId)}`;
    const look = isLook ? looks.get(lookName) : undefined;
    seen += 1;
    if (look !== undefined && isOpen(look, at)) {
      look.oldest = at;
      if (look.line === null) continue;
      look.line.count += 1;
      if (part !== null) look.line.parts.add(part);
      for (const page of pagesIn(row.type)) look.line.pages.add(page);
      if (part !== null && row.opened !== null) look.line.opened.add(row.opened);
      continue;
    }
    const isBefore = after !== null && (row.at > after.at || (row.at === after.at && row.id >= after.id));
    const kept: Kept = {
      parts: new Set(part === null ? [] : [part]),
      pages: new Set(pagesIn(row.type)),
      opened: new Set(row.opened === null || (part === null && act !== 'summarySaved') ? [] : [row.opened]),
      count: 1,
    };
    const isShown = !isBefore && lines.length < count;
    const line = isShown ? { row, act, ...kept } : null;
    if (isLook) looks.set(lookName, { gapMs: act === 'copiedToDevice' ? copyGapMs : lookGapMs, oldest: at, line });
    if (line !== null) lines.push(line);
    else if (!isBefore) {
      hasMore = true;
      // The page is full; what is read on completes the looks that stand on it.
      if (![...looks.values()].some((one) => one.line !== null && isOpen(one, at))) break;
    }
    if (seen >= mostRows) return { lines: done(), next: hasMore ? (lines.at(-1)?.row.id ?? row.id) : row.id };
  }
  return { lines: done(), next: hasMore ? (lines.at(-1)?.row.id ?? null) : null };
}
