import { type Answer, type ItemOf, unitOf } from '@portal/api';
import type { ReactNode } from 'react';
import { SelectField } from '../../../../../ui/Field.tsx';
import { useContentLang } from '../../../../../ui/contentLang.tsx';
import { FieldGroup } from '../../../../../ui/FieldGroup.tsx';
import { formatNumber, useWords } from '../../../../../words/index.ts';
import type { BoxProps, ItemParts } from '../itemParts.ts';
import { NumberBox } from '../number.tsx';
import { useBox } from '../useBox.ts';
import { quantityParts } from './further.css.ts';
import { leavesGroup } from './time.tsx';

/** Adds the unit to what is typed, also while it is no number yet. */
const withUnit = (entries: readonly Answer[], unitKey: string | null): readonly Answer[] =>
  unitKey === null ? entries : entries.map((entry) => ({ ...entry, unitKey }));

/** Removes an entry that is only a unit. */
const withoutUnit = (entries: readonly Answer[]): readonly Answer[] =>
  entries
    .filter(({ numberAnswer, textAnswer }) => numberAnswer !== undefined || textAnswer !== undefined)
    .map((entry) => {
      const rest: Answer = { ...entry };
      delete rest.unitKey;
      return rest;
    });

function QuantityBox(props: BoxProps<'QuantityQuestion'>): ReactNode {
  const { item, id, label, required, error, entries, onChange, onLeave } = props;
  const { t } = useWords();
  const lang = useContentLang();
  const { questionnaireItemId } = item;
  const unitKey = unitOf(item, entries[0] ?? { questionnaireItemId });
  const isUnitMissing = entries[0]?.numberAnswer !== undefined && unitKey === null;
  const change = (next: readonly Answer[]): void => {
    // A chosen unit stays when the number is cleared.
    const kept = next.length === 0 && entries[0]?.unitKey !== undefined ? [{ questionnaireItemId }] : next;
    onChange(withUnit(kept, unitKey));
  };
  if (item.units.length === 1) return <NumberBox {...props} onChange={change} unit={item.units[0]?.label} />;
  return (
    <FieldGroup
      role="group"
      id={id}
      label={label}
      required={required}
      onBlur={(event) => (leavesGroup(event) ? onLeave() : undefined)}
    >
      <div className={quantityParts}>
        <NumberBox
          item={item}
          id={`${id}-amount`}
          look="form"
          label={t('questionnaires.amount')}
          required={false}
          error={isUnitMissing ? null : error}
          entries={entries}
          onChange={change}
          onLeave={nothing}
        />
        <SelectField
          id={`${id}-unit`}
          label={t('questionnaires.unit')}
          options={item.units.map((unit) => ({ value: unit.key, label: unit.label, lang }))}
          placeholder={t('questionnaires.chooseOne')}
          error={isUnitMissing ? error : null}
          value={unitKey ?? ''}
          onChange={(chosen) =>
            onChange(
              chosen === ''
                ? withoutUnit(entries)
                : withUnit(entries.length === 0 ? [{ questionnaireItemId }] : entries, chosen),
            )
          }
        />
      </div>
    </FieldGroup>
  );
}
const nothing = (): void => undefined;

function QuantityAnswer({
  item,
  entries: [entry],
}: {
  item: ItemOf<'QuantityQuestion'>;
  entries: readonly Answer[];
}): ReactNode {
  const { locale } = useWords();
  if (entry === undefined) return null;
  const unit = item.units.find((one) => one.key === unitOf(item, entry))?.label ?? '';
  const amount =
    entry.numberAnswer === undefined
      ? entry.textAnswer
      : formatNumber(locale, entry.numberAnswer, { maximumFractionDigits: 10 });
  return `${amount} ${unit}`.trim();
}

export const quantityQuestion: ItemParts<'QuantityQuestion'> = {
  Field: (props) => <QuantityBox {...useBox(props)} />,
  Box: QuantityBox,
  Review: QuantityAnswer,
};
