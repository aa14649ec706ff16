import type { Fault } from '@portal/api';
import { type Words, formatDate, formatNumber } from '../../../words/index.ts';

export const exampleAddress = 'https://www.example.org';

/** How to correct a broken rule, in the reader's language. */
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
    case 'noUnit':
      return t('questionnaires.fault.noUnit');
    case 'unknownOption':
      return t('questionnaires.fault.unknownOption');
    case 'tooShort':
      return t('questionnaires.fault.tooBrief', { minimum: fault.minimum });
    case 'wrongFormat':
      return fault.format === null
        ? t('questionnaires.fault.wrongFormat')
        : t('questionnaires.fault.wrongFormatLike', { format: fault.format });
    case 'notATime':
      return t('questionnaires.fault.notATime');
    case 'notAnAddress':
      return t('questionnaires.fault.notAnAddress', { example: exampleAddress });
    case 'tooEarly':
      return t('questionnaires.fault.tooEarly', { date: formatDate(locale, fault.earliest) });
    case 'tooLate':
      return t('questionnaires.fault.tooLate', { date: formatDate(locale, fault.latest) });
    case 'tooFew':
      return t('questionnaires.fault.tooFew', { least: fault.least });
    case 'tooMany':
      return t('questionnaires.fault.tooMany', { most: fault.most });
    case 'notAlone':
      return t('questionnaires.fault.notAlone');
    case 'wrongFile':
      return t('questionnaires.fault.wrongFile');
    case 'fileNotSent':
      return t('questionnaires.fault.fileNotSent');
    case 'notSigned':
      return t('questionnaires.fault.notSigned');
    case 'signatureVoid':
      return t('questionnaires.fault.signatureVoid');
    case 'constraint':
      return fault.message;
  }
}
