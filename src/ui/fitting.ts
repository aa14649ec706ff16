/**
 * How many tabs fit in a row before the rest goes into More, last first (visual language, section 4). All sizes in px: `widths` of the tabs
 * in order, `more` the widest that More can be, `gap` between two entries, `room` of the row.
 */
export function entriesThatFit(widths: readonly number[], more: number, gap: number, room: number): number {
  const upTo = (count: number) =>
    widths.slice(0, count).reduce((sum, width) => sum + width, 0) + Math.max(0, count - 1) * gap;
  if (upTo(widths.length) <= room) return widths.length;
  let count = widths.length - 1;
  while (count > 0 && upTo(count) + gap + more > room) count -= 1;
  return Math.max(0, count);
}
