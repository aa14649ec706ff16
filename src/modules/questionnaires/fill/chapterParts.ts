import type { AssignedQuestionnaire } from '@portal/api';
import { chaptersOf } from './chapters.ts';
import { blocksOf } from './screens.ts';

type Chapters = typeof import('./walk/index.ts');

let chapters: Chapters | null = null;

/** What shows chapters; null before a questionnaire that is long enough for them was loaded. */
export const chapterParts = (): Chapters | null => chapters;

/** Loads what shows the chapters of a long questionnaire; nothing for a short one. */
export async function loadChapterParts({ questionnaireItems }: AssignedQuestionnaire): Promise<void> {
  if (chapters === null && chaptersOf(blocksOf(questionnaireItems)).length > 0)
    chapters = await import('./walk/index.ts');
}
