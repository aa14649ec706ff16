import { isRepeatingGroup } from '@portal/api';
import { Fragment, type ReactNode } from 'react';
import { plainText } from '../../../../ui/RichText.tsx';
import { joinFacts, useWords, type Words } from '../../../../words/index.ts';
import type { RowName } from './rowNames.ts';

/** The number of a row and its name: "2 of 3 (Ibuprofen)". */
export const whichRow = ({ t }: Pick<Words, 't'>, { number, total, says }: Omit<RowName, 'group'>): string =>
  says === ''
    ? t('questionnaires.rows.which', { number, total })
    : t('questionnaires.rows.whichSays', { number, total, words: says });

/** The rows and groups around a question, before its text: "Your medicines, 2 of 3 (Ibuprofen):". */
export function RowWords({ rows }: { readonly rows: readonly RowName[] }): ReactNode {
  const words = useWords();
  return rows.map((row) => {
    const which = isRepeatingGroup(row.group) ? whichRow(words, row) : '';
    const named = [plainText(row.group.formattedText), which].filter((part) => part !== '');
    return (
      <Fragment key={row.group.questionnaireItemId}>
        {words.t('questionnaires.lead', { words: joinFacts(words.locale, named) })}{' '}
      </Fragment>
    );
  });
}
