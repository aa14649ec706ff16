import { type ReactNode, useState } from 'react';
import { useWords } from '../../words/index.ts';
import { TextField } from '../Field.tsx';
import { digitsOnly } from '../dates.ts';
import { typedPage } from './numbers.ts';

export interface PageFieldProps {
  readonly page: number;
  readonly total: number;
  readonly onPage: (page: number) => void;
}

/** The number of the page: Enter goes to the typed page; an invalid number is reset. Needs the `form` texts. */
export function PageField(props: PageFieldProps): ReactNode {
  // When the page changes by other means, the field shows it.
  return <TypedPage key={`${props.page} ${props.total}`} {...props} />;
}

function TypedPage({ page, total, onPage }: PageFieldProps): ReactNode {
  const { t } = useWords();
  const [text, setText] = useState(String(page));
  const reset = () => setText(String(page));
  return (
    <TextField
      label={t('form.page')}
      unit={t('form.pageOf', { total })}
      inputMode="numeric"
      autoComplete="off"
      value={text}
      onChange={(typed) => setText(digitsOnly(typed, String(total).length))}
      onBlur={reset}
      onKeyDown={(event) => {
        if (event.key === 'Escape') reset();
        if (event.key !== 'Enter') return;
        event.preventDefault();
        const wanted = typedPage(text, total);
        if (wanted === null) reset();
        else if (wanted !== page) onPage(wanted);
      }}
    />
  );
}
