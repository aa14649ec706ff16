import type { AssignedQuestionnaire } from '@portal/api';
import { chaptersOf } from './chapters.ts';
import { blocksOf } from './screens.ts';

type Chapters = typeof import('./walk/index.ts');

let chapters: Chapters | null = null;

/** The components of chapters; null until they were loaded for a long questionnaire. */
export const chapterParts = (): Chapters | null => chapters;

/** Loads the components of chapters for a long questionnaire; does nothing for a short one. */
export async function loadChapterParts({ questionnaireItems }: AssignedQuestionnaire): Promise<void> {
  if (chapters === null && chaptersOf(blocksOf(questionnaireItems)).length > 0)
    chapters = await import('./walk/index.ts');
}
