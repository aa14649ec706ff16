import { flagMeaning } from '@portal/api';
import type { Words } from '../words/index.ts';

export interface FlagText {
  readonly look: 'critical' | 'outside' | 'asSent';
  readonly side: 'high' | 'low' | null;
  readonly text: string;
}

/** A flag as text; null where there is none, or where it means "normal". */
export function flagText({ t }: Pick<Words, 't'>, flag: string | null): FlagText | null {
  const meaning = flagMeaning(flag);
  if (meaning === null || meaning.kind === 'inside') return null;
  if (meaning.kind === 'asSent')
    return { look: 'asSent', side: null, text: t('records.flag_asSent', { flag: flag ?? '' }) };
  const { kind, side } = meaning;
  if (kind === 'outside') return { look: 'outside', side, text: t(`records.flag_${side ?? 'outside'}`) };
  const text =
    side === 'high'
      ? t('records.flag_criticalHigh')
      : side === 'low'
        ? t('records.flag_criticalLow')
        : t('records.flag_critical');
  return { look: 'critical', side, text };
}
