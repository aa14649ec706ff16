import type { QuestionnaireItem } from '@portal/api';
import { type ReactNode, useMemo } from 'react';
import { RichText } from '../../../../ui/RichText.tsx';

/** The words of a question; one element for as long as they are the same, so that a keystroke does not parse them again. */
export const useQuestionText = (item: QuestionnaireItem): ReactNode =>
  useMemo(() => <RichText html={item.formattedText} inline noLinks />, [item.formattedText]);
