import type { ReactNode } from 'react';
import { Icon } from '../ui/Icon.tsx';
import { User } from '../ui/icons.ts';
import { useWords } from '../words/index.ts';
import { acting } from './Navigation.css.ts';

/** Says whose record a representative has before them. */
export function ActingFor({ name }: { name: string }): ReactNode {
  const { t } = useWords();
  return (
    <p className={acting}>
      <Icon of={User} size="s" />
      {t('shell.actingFor', { name })}
    </p>
  );
}
