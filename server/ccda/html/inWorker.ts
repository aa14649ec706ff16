import { type LanguageCode, SummarySection } from '@portal/api';
import program from 'program:ccda/html/thread.ts';
import * as v from 'valibot';
import { inThread, turns } from '../../threads.ts';
import { type RenderedDocument, renderDocument } from './render.ts';
import { singleFile } from './singleFile.ts';
import { lengthOfStored, treeOfStored } from './storedTree.ts';

/** From how much JSON on a tree is rendered in a thread; below it is done sooner than a thread has started. */
export const large = 300_000;
/** Two threads at once; who would wait behind more than twenty is told that others are in the way. */
const inTurn = turns(2, 20);

const Answer = v.object({ html: v.nullable(v.string()), sections: v.array(SummarySection) });
const FileAnswer = v.object({ file: v.string() });

/** What a thread makes of a stored tree; null where it did not within its bounds. */
async function aside<Schema extends v.GenericSchema>(
  schema: Schema,
  data: { readonly stored: Uint8Array; readonly language: LanguageCode; readonly form: 'document' | 'file' },
): Promise<v.InferOutput<Schema> | 'busy' | null> {
  const found = await inTurn(() => inThread(program, data));
  if (found === 'busy') return 'busy';
  const answer = v.safeParse(schema, found);
  return answer.success ? answer.output : null;
}

/**
 * A stored tree (`health_documents.tree`) as HTML, beside the event loop if it is large. `busy`: others are in the way. Null: it does not come to an end
 * within its bounds.
 */
export const renderStored = async (
  stored: Uint8Array,
  language: LanguageCode,
): Promise<RenderedDocument | 'busy' | null> =>
  lengthOfStored(stored) < large
    ? renderDocument(treeOfStored(stored), language)
    : aside(Answer, { stored, language, form: 'document' });

/** The same for the single file. */
export const singleFileStored = async (
  stored: Uint8Array,
  language: LanguageCode,
): Promise<{ readonly file: string } | 'busy' | null> =>
  lengthOfStored(stored) < large
    ? { file: singleFile(treeOfStored(stored), language) }
    : aside(FileAnswer, { stored, language, form: 'file' });
