import { lazy, type ReactNode, Suspense, useState } from 'react';
import { Chevron } from '../../ui/Chevron.tsx';
import { IconLink } from '../../ui/IconButton.tsx';
import { Mail, Phone } from '../../ui/icons.ts';
import { rowMain, rowSub, rowTitle } from '../../ui/Row.css.ts';
import { screenOnly } from '../../ui/text.css.ts';
import { usePrinting } from '../../ui/usePrinting.ts';
import { useWords } from '../../words/index.ts';
import type { LinkProps } from '../../records/links.ts';
import { personActs, personOnPaper, personOpen, personRow } from './people.css.ts';
import type { PersonSheetProps } from './PersonSheet.tsx';

const PersonSheet = lazy(async () => ({ default: (await import('./PersonSheet.tsx')).PersonSheet }));

interface PersonRowProps extends Omit<PersonSheetProps, 'onClose'> {
  /** The name in the row, where it is shorter than in the sheet. */
  readonly rowName?: string;
  /** The role in the row, when that is longer than in the sheet. */
  readonly rowRole?: string;
  /** `tel:`; null: the number cannot be dialled. */
  readonly call: string | null;
  readonly message: LinkProps | null;
  /** True: a chevron is shown, because the row has neither call nor message. */
  readonly hasChevron: boolean;
}

/** A person in a list; the row opens a sheet with everything. */
export function PersonRow({
  name,
  rowName = name,
  role,
  rowRole = role,
  face,
  call,
  message,
  facts,
  actions,
  hasChevron,
}: PersonRowProps): ReactNode {
  const { t } = useWords();
  const [isOpen, setOpen] = useState(false);
  const isPrinting = usePrinting();
  return (
    <li className={personRow}>
      <button type="button" className={personOpen} aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {face}
        <span className={rowMain}>
          <span className={rowTitle}>{rowName}</span>
          {rowRole === '' ? null : <span className={rowSub}>{rowRole}</span>}
        </span>
        {hasChevron ? <Chevron /> : null}
      </button>
      {call === null && message === null ? null : (
        <span className={`${personActs} ${screenOnly}`}>
          {call === null ? null : <IconLink icon={Phone} label={t('records.callPerson', { name })} href={call} />}
          {message === null ? null : <IconLink icon={Mail} label={t('records.messagePerson', { name })} {...message} />}
        </span>
      )}
      {isPrinting ? <div className={personOnPaper}>{facts}</div> : null}
      {isOpen ? (
        <Suspense>
          <PersonSheet
            name={name}
            role={role}
            face={face}
            facts={facts}
            actions={actions}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      ) : null}
    </li>
  );
}
