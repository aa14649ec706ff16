/** Formats rows under their heading in columns, the first left-aligned, the others right-aligned. */
export function table(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const lines = rows.map((row) =>
    widths.map((width, column) => (row[column] ?? '')[column === 0 ? 'padEnd' : 'padStart'](width)).join('  '),
  );
  return `${lines.join('\n')}\n`;
}
