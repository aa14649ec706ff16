import { useCallback } from 'react';
import { plainText } from '../../../ui/RichText.tsx';
import { useWords } from '../../../words/index.ts';
import type { Chapter } from './chapters.ts';

/** The name of a chapter: its heading, with the part of a long one, or the numbers of its questions. */
export function useChapterName(): (chapter: Chapter) => string {
  const { t } = useWords();
  return useCallback(
    ({ heading, part, first, last }) => {
      const name = heading === null ? '' : plainText(heading.formattedText);
      if (name === '') return t('questionnaires.chapters.questions', { first, last });
      return part === null ? name : t('questionnaires.chapters.part', { name, part: part.number, parts: part.of });
    },
    [t],
  );
}
