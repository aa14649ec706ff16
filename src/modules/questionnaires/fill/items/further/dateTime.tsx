import type { Answer } from '@portal/api';
import type { ReactNode } from 'react';
import { DateField } from '../../../../../ui/DateField.tsx';
import { FieldGroup } from '../../../../../ui/FieldGroup.tsx';
import { TimeField } from '../../../../../ui/TimeField.tsx';
import { formatInstant, useWords } from '../../../../../words/index.ts';
import { exampleDate } from '../date.tsx';
import type { BoxProps, ItemParts } from '../itemParts.ts';
import { useBox } from '../useBox.ts';
import { leavesGroup, useClock } from './time.tsx';
import { type MomentParts, momentEntries, typedMoment } from './typedTime.ts';
import { useTyped } from './useTyped.ts';

function MomentBox({
  item,
  id,
  entries,
  label,
  required,
  error,
  onChange,
  onLeave,
}: BoxProps<'DateTimeQuestion'>): ReactNode {
  const { t, locale } = useWords();
  const { questionnaireItemId } = item;
  const clock = useClock();
  const countsToTwelve = clock.periods !== null;
  const [shown, type] = useTyped<MomentParts>(
    entries,
    (typed) => momentEntries(questionnaireItemId, typed, countsToTwelve),
    (stored) => typedMoment(stored, countsToTwelve),
  );
  return (
    <FieldGroup
      role="group"
      id={id}
      label={label}
      required={required}
      error={error}
      onBlur={(event) => (leavesGroup(event) ? onLeave() : undefined)}
    >
      <DateField
        id={`${id}-date`}
        look="form"
        legend={t('questionnaires.dateOfMoment')}
        hint={t('questionnaires.dateHint', { example: exampleDate(locale) })}
        isWrong={error !== null}
        value={shown.date}
        onChange={(date) => onChange(type({ ...shown, date }))}
      />
      <TimeField
        {...clock}
        id={`${id}-time`}
        look="form"
        legend={t('questionnaires.timeOfMoment')}
        isWrong={error !== null}
        value={shown.time}
        onChange={(time) => onChange(type({ ...shown, time }))}
      />
    </FieldGroup>
  );
}

function MomentAnswer({ entries: [entry] }: { entries: readonly Answer[] }): ReactNode {
  const { locale } = useWords();
  return entry?.dateTimeAnswer === undefined
    ? entry?.textAnswer
    : formatInstant(locale, `${entry.dateTimeAnswer}:00Z`, 'UTC');
}

export const dateTimeQuestion: ItemParts<'DateTimeQuestion'> = {
  Field: (props) => <MomentBox {...useBox(props)} />,
  Box: MomentBox,
  Review: MomentAnswer,
};
