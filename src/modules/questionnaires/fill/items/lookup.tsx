import type { Answer } from '@portal/api';
import { lazy, type ReactNode, Suspense } from 'react';
import { Skeleton } from '../../../../ui/Skeleton.tsx';
import type { ItemFieldProps, ItemParts } from './itemParts.ts';
import { chosenIn } from './lookupChosen.ts';
import { useQuestionText } from './QuestionText.tsx';

/** Loaded with the first questionnaire that needs it. */
const Field = lazy(async () => ({ default: (await import('./lookup/lookupField.tsx')).LookupField }));

function LookupQuestion(props: ItemFieldProps<'LookupQuestion'>): ReactNode {
  const label = useQuestionText(props.item);
  return (
    <Suspense
      fallback={
        <>
          {label}
          <Skeleton lines={2} />
        </>
      }
    >
      <Field {...props} />
    </Suspense>
  );
}

const LookupAnswer = ({ entries }: { entries: readonly Answer[] }): ReactNode =>
  chosenIn(entries)
    .map(({ coding, textAnswer }) => (coding ? coding.display : (textAnswer ?? '')))
    .join('; ');

export const lookupQuestion: ItemParts<'LookupQuestion'> = { Field: LookupQuestion, Review: LookupAnswer };
