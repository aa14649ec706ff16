import { useWords } from '../words/index.ts';
import type { ReactNode } from 'react';
import { errorText, hint, requiredMark } from './FieldParts.css.ts';
import { Icon } from './Icon.tsx';
import { CircleAlert } from './icons.ts';
import { VisuallyHidden } from './VisuallyHidden.tsx';

/** Says "required" for a group; a single field says so by its own semantics. */
export function RequiredMark({ spoken = false }: { spoken?: boolean }): ReactNode {
  const { t } = useWords();
  return (
    <>
      {'\u00a0'}
      <span className={requiredMark} aria-hidden="true">
        *
      </span>
      {spoken ? <VisuallyHidden>({t('core.required')})</VisuallyHidden> : null}
    </>
  );
}

export const Hint = ({ id, children }: { id: string; children: ReactNode }): ReactNode => (
  <p className={hint} id={id}>
    {children}
  </p>
);

/** The first error of a field, with an icon and the word "Error", because colour alone is not enough. */
export function ErrorText({ id, children }: { id: string; children: ReactNode }): ReactNode {
  const { t } = useWords();
  return (
    <p className={errorText} id={id}>
      <Icon of={CircleAlert} size="s" />
      <span>
        <VisuallyHidden>{t('core.errorPrefix')} </VisuallyHidden>
        {children}
      </span>
    </p>
  );
}

/** The ids of hint and error that describe a part, in this order. */
export const describedBy = (...ids: readonly (string | false | 0 | 0n | null | undefined)[]): string | undefined =>
  ids.filter(Boolean).join(' ') || undefined;
