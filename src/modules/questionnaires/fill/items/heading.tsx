import type { ItemOf } from '@portal/api';
import type { ReactNode } from 'react';
import { QuestionSection } from '../../../../ui/FieldGroup.tsx';
import type { ItemParts } from './itemParts.ts';
import { words } from './items.css.ts';
import { useQuestionText } from './QuestionText.tsx';

function SectionHeader({ item }: { item: ItemOf<'SectionHeader'> }): ReactNode {
  const text = useQuestionText(item);
  return item.isText ? (
    <p className={words}>{text}</p>
  ) : (
    <QuestionSection>
      <h2>{text}</h2>
    </QuestionSection>
  );
}

export const sectionHeader: ItemParts<'SectionHeader'> = { Field: SectionHeader, Review: SectionHeader };
