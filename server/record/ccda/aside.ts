import * as v from 'valibot';
import { inThread, turns } from '../../process/threads.ts';

/** Two threads at once; who would wait behind more than twenty is told that others are in the way. */
const inTurn = turns(2, 20);

/**
 * What a program makes of some data in a thread, beside the event loop. `busy`: too many others are in the way. Null: it does not come to an end within its
 * bounds.
 */
export async function aside<Schema extends v.GenericSchema>(
  program: string,
  answer: Schema,
  data: Readonly<Record<string, unknown>>,
): Promise<v.InferOutput<Schema> | 'busy' | null> {
  const found = await inTurn(() => inThread(program, data));
  if (found === 'busy') return 'busy';
  const parsed = v.safeParse(answer, found);
  return parsed.success ? parsed.output : null;
}
