import { getHealthLists, type PatientId, type UserId } from '@portal/api';
import type { ReactNode } from 'react';
import { isOffered } from '../../data/version.ts';
import { useWords } from '../../words/index.ts';
import type { SummaryAddress } from './address.ts';
import type { ListLinks, AppLink } from './lists/parts.ts';
import { views } from './HealthSummary.css.ts';

export interface HealthSummaryProps {
  readonly patientId: PatientId;
  readonly userId: UserId;
  /** False for a representative. */
  readonly isOwn: boolean;
  /** The address to which answers to an email go. */
  readonly ownEmail: string | null;
  readonly onEmailChanged: () => Promise<unknown>;
  readonly timeZone: string;
  readonly address: SummaryAddress;
  readonly linkTo: (address: SummaryAddress) => AppLink;
  readonly goTo: (address: SummaryAddress) => void;
  /** The page that brings a summary from another clinic; null where the person has none. */
  readonly bring: AppLink | null;
  /** The links of the lists to other pages. */
  readonly elsewhere: Omit<ListLinks, 'document'>;
}

/** Switches between the lists and the document; the address of each remembers which document it was. */
export function Views({
  address,
  shown,
  linkTo,
}: Pick<HealthSummaryProps, 'address' | 'linkTo'> & { readonly shown: 'document' | 'lists' }): ReactNode {
  const { t } = useWords();
  if (!isOffered(getHealthLists)) return null;
  return (
    <nav className={views} aria-label={t('healthSummary.title')}>
      {(['lists', 'document'] as const).map((view) => (
        <a key={view} {...linkTo({ ...address, view })} aria-current={view === shown ? 'page' : undefined}>
          {t(view === 'document' ? 'healthSummary.asDocument' : 'healthSummary.asLists')}
        </a>
      ))}
    </nav>
  );
}
