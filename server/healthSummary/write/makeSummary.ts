import program from 'program:healthSummary/write/thread.ts';
import type { PrintSize } from '@portal/api';
import * as v from 'valibot';
import type { Db } from '../../db/pool.ts';
import { runInThread } from '../../record/ccda/runInThread.ts';
import { DocumentHeader } from '../../record/ccda/tree.ts';
import { type CollectedScope, collectSummary } from './collect.ts';
import type { SummaryContent } from './content.ts';
import { type MadeSummary, bundleOf, documentOf } from './forms.ts';
import { madePdf } from './pdf.ts';

const Made = v.object({ xml: v.instance(Uint8Array), header: DocumentHeader, tree: v.instance(Uint8Array) });
const Bundle = v.object({ bundle: v.instance(Uint8Array) });

/** From so many entries on a summary is made in a thread: below that it is done sooner than a thread has started. */
export const large = 150;
/** Letters of a note that take as long as an entry. */
const lettersOfEntry = 2000;

/** How much there is to write, in entries. */
const sizeOf = ({ entries, results, notes, treatment }: SummaryContent): number =>
  Object.values(entries).reduce((sum, list) => sum + list.length, 0) +
  results.reduce((sum, group) => sum + 1 + group.entries.length, 0) +
  treatment.reduce((sum, group) => sum + group.entries.length, 0) +
  notes.reduce((sum, { text }) => sum + 1 + (text?.length ?? 0) / lettersOfEntry, 0);

/** Content as a document, beside the event loop if it is large. */
export const madeDocument = async (content: SummaryContent): Promise<MadeSummary | 'busy' | null> =>
  sizeOf(content) < large ? documentOf(content) : runInThread(program, Made, { form: 'document', content });
export const madeBundle = async (content: SummaryContent): Promise<{ readonly bundle: Uint8Array } | 'busy' | null> =>
  sizeOf(content) < large ? { bundle: bundleOf(content) } : runInThread(program, Bundle, { form: 'bundle', content });

/** A C-CDA R2.1 Continuity of Care Document of a range of days. `busy`: too many are being made just now. Null: it does not end. */
export const makeSummary = async (db: Db, scope: CollectedScope): Promise<MadeSummary | 'busy' | null> =>
  madeDocument(await collectSummary(db, scope));

/** The same as an International Patient Summary, the bytes of a JSON file. */
export const makeInternationalSummary = async (
  db: Db,
  scope: CollectedScope,
): Promise<{ readonly bundle: Uint8Array } | 'busy' | null> => madeBundle(await collectSummary(db, scope));

/** The same as tagged pages to read and print. */
export const makeSummaryPdf = async (db: Db, scope: CollectedScope, print: PrintSize): Promise<Uint8Array | 'busy'> =>
  madePdf(await collectSummary(db, scope), print);
