import { isCalendarDate } from '../values.ts';
import { boundFault } from './dateBound.ts';
import { isBlank, type ItemRules } from './itemType.ts';
import { repeatingRules } from './repeating.ts';

/** Separates the day from the time in an incomplete typed moment, as in a complete one. */
export const momentSeparator = 'T';

export const dateTime: ItemRules<'DateTimeQuestion'> = {
  ...repeatingRules({
    isEmpty: (entry) => entry.dateTimeAnswer === undefined && isBlank(entry.textAnswer),
    fault: (item, { dateTimeAnswer, textAnswer = '' }, context) => {
      if (dateTimeAnswer !== undefined) return boundFault(dateTimeAnswer.slice(0, 10), item, context);
      const [day = ''] = textAnswer.split(momentSeparator);
      return { kind: isCalendarDate(day) ? 'notATime' : 'notADate' };
    },
    value: (_, { dateTimeAnswer }) => (dateTimeAnswer === undefined ? null : { dateTimeAnswer }),
    fits: (_, entry) => entry.dateTimeAnswer !== undefined || entry.textAnswer !== undefined,
  }),
  score: () => null,
};

export const time: ItemRules<'TimeQuestion'> = {
  ...repeatingRules({
    isEmpty: (entry) => entry.timeAnswer === undefined && isBlank(entry.textAnswer),
    fault: (_, { timeAnswer }) => (timeAnswer === undefined ? { kind: 'notATime' } : null),
    value: (_, { timeAnswer }) => (timeAnswer === undefined ? null : { timeAnswer }),
    fits: (_, entry) => entry.timeAnswer !== undefined || entry.textAnswer !== undefined,
  }),
  score: () => null,
};
