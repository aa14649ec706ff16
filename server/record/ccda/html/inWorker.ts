import { type LanguageCode, SummarySection } from '@portal/api';
import program from 'program:record/ccda/html/thread.ts';
import * as v from 'valibot';
import { runInThread } from '../runInThread.ts';
import { type RenderedDocument, renderDocument } from './render.ts';
import { type SectionPlace, type SectionWords, sectionWords } from './sectionWords.ts';
import { singleFile } from './singleFile.ts';
import { lengthOfStored, treeOfStored } from './storedTree.ts';

/** A tree with at least so many bytes of JSON is rendered in a thread. A smaller one takes less time than starting a thread. */
export const largeTreeBytes = 300_000;
const Answer = v.object({ html: v.nullable(v.string()), sections: v.array(SummarySection) });
const FileAnswer = v.object({ file: v.string() });
const WordsAnswer = v.object({ language: v.nullable(v.string()), html: v.array(v.nullable(v.string())) });

/** A stored tree (`health_documents.tree`) as HTML, in a thread if large. `busy`: too many others wait. Null: it exceeded its limits. */
export const renderStored = async (
  stored: Uint8Array,
  language: LanguageCode,
): Promise<RenderedDocument | 'busy' | null> =>
  lengthOfStored(stored) < largeTreeBytes
    ? renderDocument(treeOfStored(stored), language)
    : runInThread(program, Answer, { stored, language, form: 'document' });

/** The same for the single-file download. */
export const singleFileStored = async (
  stored: Uint8Array,
  language: LanguageCode,
): Promise<{ readonly file: string } | 'busy' | null> =>
  lengthOfStored(stored) < largeTreeBytes
    ? { file: singleFile(treeOfStored(stored), language) }
    : runInThread(program, FileAnswer, { stored, language, form: 'file' });

/** The same for the words of some of its sections. */
export const sectionWordsStored = async (
  stored: Uint8Array,
  places: readonly SectionPlace[],
  language: LanguageCode,
): Promise<SectionWords | 'busy' | null> =>
  lengthOfStored(stored) < largeTreeBytes
    ? sectionWords(stored, places, language)
    : runInThread(program, WordsAnswer, { stored, places, language, form: 'words' });
