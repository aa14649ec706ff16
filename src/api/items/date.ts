import { boundFault } from './dateBound.ts';
import { isBlank, type ItemRules } from './itemType.ts';
import { repeatingRules } from './repeating.ts';

export const date: ItemRules<'DateQuestion'> = {
  ...repeatingRules({
    isEmpty: (entry) => entry.dateAnswer === undefined && isBlank(entry.textAnswer),
    fault: (item, { dateAnswer }, context) =>
      dateAnswer === undefined ? { kind: 'notADate' } : boundFault(dateAnswer, item, context),
    value: (_, { dateAnswer }) => (dateAnswer === undefined ? null : { dateAnswer }),
    fits: (_, entry) => entry.dateAnswer !== undefined || entry.textAnswer !== undefined,
  }),
  score: () => null,
};
