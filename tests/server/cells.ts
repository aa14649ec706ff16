import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Writes a list of cells into a folder; gives the setting `CELLS` that names it. */
export async function listOfCells(
  folder: string,
  cells: Readonly<Record<string, Readonly<Record<string, string>>>>,
): Promise<{ readonly CELLS: string }> {
  const CELLS = join(folder, 'cells.json');
  await writeFile(CELLS, JSON.stringify(cells), { mode: 0o600 });
  return { CELLS };
}
