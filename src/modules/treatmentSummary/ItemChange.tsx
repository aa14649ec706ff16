import {
  type ListedGroup,
  type RecordChange,
  shownGroups,
  type ShownItem,
  type TreatmentGroup,
  type TreatmentItemId,
  type TreatmentTelling,
  toldTreatmentFact,
  toldTreatmentName,
} from '@portal/api';
import type { ReactNode } from 'react';
import { BeforeDetails, type SaidBefore } from '../../records/changes/BeforeDetails.tsx';
import { ChangeLine } from '../../records/changes/ChangeLine.tsx';
import type { ChangeOf } from '../../records/changes/useListChanges.ts';
import { type Words, useWords } from '../../words/index.ts';

/** What changed of an item since its reader last looked, and what it was before as the facility shows it. */
export interface ItemChange {
  readonly change: RecordChange;
  readonly before: ShownItem | null;
}
export type ItemChangeOf = (item: ShownItem) => ItemChange | undefined;

function shownBefore({ itemBefore }: RecordChange, listed: readonly ListedGroup[]) {
  if (itemBefore === null) return null;
  const [group] = shownGroups([{ key: itemBefore.group, value: [itemBefore.item] }], listed);
  const [shown] = group?.items ?? [];
  return group === undefined || shown === undefined ? null : { group: group.key, shown };
}

/** The change of each item; the server names an item by the first of its records. */
export const itemChangeOf =
  (changeOf: ChangeOf<TreatmentItemId>, listed: readonly ListedGroup[]): ItemChangeOf =>
  ({ item: { recordIds: [first] = [] } }) => {
    const change = first === undefined ? undefined : changeOf(first);
    return change === undefined ? undefined : { change, before: shownBefore(change, listed)?.shown ?? null };
  };

const factsSaid = (words: Pick<Words, 't'>, telling: TreatmentTelling, { facts }: ShownItem): SaidBefore[] =>
  facts.map((fact) => ({
    label: words.t(`treatmentSummary.label_${fact.label}`),
    value: toldTreatmentFact(telling, fact),
  }));

/** What is listed no more, with its name and facts in the reader's words. */
export const goneInWords = (
  words: Words,
  timeZone: string,
  changes: readonly RecordChange[],
  listed: readonly ListedGroup[],
): RecordChange[] =>
  changes.flatMap((change) => {
    const before = change.row.kind === 'none' ? shownBefore(change, listed) : null;
    if (before === null) return [];
    const telling = { t: words.t, locale: words.locale, timeZone };
    const { group, shown } = before;
    return [
      {
        ...change,
        name: toldTreatmentName(telling, group, shown),
        valuesBefore: factsSaid(words, telling, shown).map(({ label, value }) => ({ name: label, value })),
      },
    ];
  });

/** Below an item: that it is another than before, who said so and when, and what it said. */
export function ItemChangeLines({
  group,
  shown,
  of,
  telling,
}: {
  group: TreatmentGroup;
  shown: ShownItem;
  of: ItemChange | undefined;
  telling: TreatmentTelling;
}): ReactNode {
  const words = useWords();
  if (of === undefined || of.change.kind === 'new') return null;
  const { change, before } = of;
  const name = toldTreatmentName(telling, group, shown);
  const nameBefore = before === null ? name : toldTreatmentName(telling, group, before);
  const now = factsSaid(words, telling, shown);
  const facts = before === null ? [] : factsSaid(words, telling, before);
  return (
    <>
      <ChangeLine words={words} change={change} timeZone={telling.timeZone} />
      <BeforeDetails
        change={change}
        timeZone={telling.timeZone}
        name={name}
        head={nameBefore === name ? [] : [nameBefore]}
        facts={facts.filter((fact) => !now.some((one) => one.label === fact.label && one.value === fact.value))}
      />
    </>
  );
}
