import * as v from 'valibot';
import { inThread, turns } from '../../process/threads.ts';

/** Two threads run at once. Who would wait behind more than twenty requests gets `busy`. */
const inTurn = turns(2, 20);

/** Runs a program on some data in a thread. `busy`: too many others wait. Null: it exceeded its limits. */
export async function runInThread<Schema extends v.GenericSchema>(
  program: string,
  answer: Schema,
  data: Readonly<Record<string, unknown>>,
): Promise<v.InferOutput<Schema> | 'busy' | null> {
  const found = await inTurn(() => inThread(program, data));
  if (found === 'busy') return 'busy';
  const parsed = v.safeParse(answer, found);
  return parsed.success ? parsed.output : null;
}
