import type { Fault } from '@portal/api';
import { type Words, formatNumber } from '../../../words/index.ts';

/** What to do about a broken rule, in the reader's language. */
export function faultText({ t, locale }: Words, fault: Fault): string {
  switch (fault.kind) {
    case 'required':
    case 'otherTextMissing':
      return t('questionnaires.fault.required');
    case 'tooLong':
      return t('questionnaires.fault.tooLong', { maximum: fault.maximum });
    case 'notANumber':
      return t('questionnaires.fault.notANumber', { example: formatNumber(locale, 12.5) });
    case 'notADate':
      return t('questionnaires.fault.notADate');
    case 'belowMinimum':
      return t('questionnaires.fault.belowMinimum', { minimum: formatNumber(locale, fault.minimum) });
    case 'aboveMaximum':
      return t('questionnaires.fault.aboveMaximum', { maximum: formatNumber(locale, fault.maximum) });
    case 'tooManyDecimals':
      return t('questionnaires.fault.tooManyDecimals', { decimals: fault.decimals });
    case 'offStep':
      return t('questionnaires.fault.offStep');
    case 'unknownOption':
      return t('questionnaires.fault.unknownOption');
  }
}
