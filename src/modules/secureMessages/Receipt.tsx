import type { ReactNode } from 'react';
import { disclose } from '../../records/disclose.css.ts';
import { Icon } from '../../ui/Icon.tsx';
import { ChevronDown } from '../../ui/icons.ts';
import { useWords } from '../../words/index.ts';

/** The number with which anybody can check that a message was sent, when and to whom. Closed, because few need it. */
export function Receipt({ number }: { readonly number: string }): ReactNode {
  const { t } = useWords();
  return (
    <details className={disclose}>
      <summary>
        {t('secureMessages.receipt')}
        <Icon of={ChevronDown} size="xs" />
      </summary>
      <p>
        <strong>{number}</strong>
      </p>
      <p>{t('secureMessages.receiptText', { address: `${location.host}/check-receipt` })}</p>
    </details>
  );
}
