import type { Repetition } from '@portal/api';
import { formatDate, type Words } from '../../words/index.ts';

/** "Every 2 weeks until Mar 3, 2027": how a questionnaire repeats. */
export function repeatsText({ t, locale }: Pick<Words, 't' | 'locale'>, repeats: Repetition): string {
  switch (repeats.kind) {
    case 'visits': {
      const { days } = repeats;
      if (days === 0) return t('questionnaires.repeatsOnDay');
      return days < 0 ? t('questionnaires.repeatsBefore', { days: -days }) : t('questionnaires.repeatsAfter', { days });
    }
    case 'calendar': {
      const { unit, every, until } = repeats;
      const values = { every, date: formatDate(locale, until, 'medium') };
      switch (unit) {
        case 'day':
          return t('questionnaires.repeatsDay', values);
        case 'week':
          return t('questionnaires.repeatsWeek', values);
        case 'month':
          return t('questionnaires.repeatsMonth', values);
      }
    }
  }
}
