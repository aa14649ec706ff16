import type { ReactNode } from 'react';
import { Icon } from '../../ui/Icon.tsx';
import { CloudOff } from '../../ui/icons.ts';
import type { Words } from '../../words/index.ts';
import { rowNotKept } from './CopyAgeLine.css.ts';

/** The line of a row whose details cannot be read without a connection; a press on the row says why. */
export const RowNotKept = ({ words: { t } }: { readonly words: Pick<Words, 't'> }): ReactNode => (
  <span className={rowNotKept}>
    <Icon of={CloudOff} size="xs" />
    <span>{t('records.rowNotKept')}</span>
  </span>
);
