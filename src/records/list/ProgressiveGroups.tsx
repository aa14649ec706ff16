import { type ReactNode, useMemo } from 'react';
import { useProgressiveList } from '../../browser/painting/useProgressiveList.ts';
import { classes } from '../../ui/classes.ts';
import { usePrinting } from '../../ui/usePrinting.ts';
import { offscreen } from './list.css.ts';
import { firstOf, type Stretch, stretchesOf } from './stretches.ts';

/** How the groups of a list are drawn. Each part must keep its identity between renders unless it has changed. */
export interface GroupDrawing<Group, Mark> {
  readonly sizeOf: (group: Group) => number;
  /** Draws the first items of a group; `mark` is null for groups without the marked item. */
  readonly draw: (group: Group, shown: number, mark: Mark | null) => ReactNode;
  readonly hasMark?: (group: Group, mark: Mark) => boolean;
  /** The estimated height of a stretch, as a CSS length, until the browser has drawn it. */
  readonly heightOf: (stretch: Stretch<Group>) => string;
  /** Groups are drawn, and skipped in layout, in stretches of at least this many items. */
  readonly leastInStretch: number;
  readonly stretchClassName?: string;
  readonly stretchRole?: 'none';
}

interface ProgressiveGroupsProps<Group, Mark> {
  readonly groups: readonly Group[];
  readonly drawing: GroupDrawing<Group, Mark>;
  /** The marked item of the list, such as the open one. Only its group is drawn again. */
  readonly mark?: Mark | null;
  /** False when the list is short: then all heights are known, and nothing moves when a stretch comes near the window. */
  readonly isLong?: boolean;
}

/** Groups of any number of items: first a window's height of them, the rest in pieces that yield to input, and all of it on paper. */
export function ProgressiveGroups<Group, Mark extends string | number>({
  groups,
  drawing,
  mark = null,
  isLong = true,
}: ProgressiveGroupsProps<Group, Mark>): ReactNode {
  const { sizeOf, leastInStretch, hasMark } = drawing;
  const stretches = useMemo(() => stretchesOf(groups, sizeOf, leastInStretch), [groups, sizeOf, leastInStretch]);
  const last = stretches.at(-1);
  const total = last === undefined ? 0 : last.before + last.items;
  const drawn = useProgressiveList(total);
  const limit = usePrinting() ? total : drawn;
  return stretches.map((stretch) =>
    stretch.before < limit ? (
      <DrawnStretch
        key={stretch.before}
        stretch={stretch}
        limit={Math.min(limit - stretch.before, stretch.items)}
        mark={mark !== null && stretch.groups.some((group) => hasMark?.(group, mark)) ? mark : null}
        drawing={drawing}
        isLong={isLong}
      />
    ) : null,
  );
}

interface DrawnStretchProps<Group, Mark> {
  readonly stretch: Stretch<Group>;
  readonly limit: number;
  readonly mark: Mark | null;
  readonly drawing: GroupDrawing<Group, Mark>;
  readonly isLong: boolean;
}

function DrawnStretch<Group, Mark>({
  stretch,
  limit,
  mark,
  drawing,
  isLong,
}: DrawnStretchProps<Group, Mark>): ReactNode {
  const { sizeOf, draw, hasMark, heightOf, stretchClassName, stretchRole } = drawing;
  return useMemo(
    () => (
      <div
        role={stretchRole}
        className={classes(stretchClassName, isLong && offscreen)}
        style={isLong ? { containIntrinsicBlockSize: `auto ${heightOf(stretch)}` } : undefined}
      >
        {firstOf(stretch.groups, sizeOf, limit).map(({ group, shown }) =>
          draw(group, shown, mark !== null && hasMark?.(group, mark) ? mark : null),
        )}
      </div>
    ),
    [stretch, limit, mark, isLong, sizeOf, draw, hasMark, heightOf, stretchClassName, stretchRole],
  );
}
