import type { HealthListKey, ListedEntry } from '@portal/api';
import type { ReactNode } from 'react';
import { ChangeBadge } from '../../../records/changes/ChangeBadge.tsx';
import { entry as entryClass, entryHead, facts as factsClass, none } from '../../../records/entries/entries.css.ts';
import { aboutText } from '../../../records/requests/aboutText.ts';
import { RequestLinks } from '../../../records/requests/RequestLinks.tsx';
import { Badge } from '../../../ui/Badge.tsx';
import { Icon } from '../../../ui/Icon.tsx';
import { Info } from '../../../ui/icons.ts';
import { TextLink } from '../../../ui/TextLink.tsx';
import { EntryBefore } from './EntryChange.tsx';
import { type Fact, factsOf } from './facts.ts';
import * as look from './Lists.css.ts';
import type { PartProps } from './parts.ts';
import { negationText, statusText, titleOf } from './sentences.ts';
import { Sources } from './Sources.tsx';

export interface EntryProps extends PartProps {
  readonly of: HealthListKey;
  readonly entry: ListedEntry;
}

/** A medicine that is no longer taken, or never was. */
const isOver = ({ status }: ListedEntry): boolean =>
  status !== null && status !== 'active' && status !== 'onHold' && status !== 'planned';

/** One entry of any list: its name, its state, its facts and its sources. */
export function Entry({ of, entry, telling, links, sourceLang, changeOf }: EntryProps): ReactNode {
  const title = titleOf(telling, of, entry);
  const status = statusText(telling, of, entry);
  const negation = negationText(telling, of, entry);
  const facts = factsOf(telling, of, entry);
  const lang = entry.language ?? sourceLang;
  const change = changeOf(entry.key);
  return (
    <div className={entryClass}>
      <div className={entryHead}>
        <h3 lang={title.isOfSource ? lang : undefined}>{title.text}</h3>
        {status === null ? null : <Badge>{status}</Badge>}
        <ChangeBadge change={change} t={telling.t} />
      </div>
      {negation === null ? null : <p className={look.said}>{negation}</p>}
      <Facts facts={facts} lang={lang} />
      <EntryBefore of={of} entry={entry} change={change} telling={telling} lang={lang} />
      {of === 'medications' && entry.negation === null && !isOver(entry) ? (
        <RequestLinks
          write={links.tell}
          kinds={['refill']}
          about={aboutText('medication', title.text)}
          name={title.text}
          person={null}
        />
      ) : null}
      <Sources sources={entry.sources} about={title.text} telling={telling} linkTo={links.document} />
    </div>
  );
}

/** Facts with their labels. */
export function Facts({ facts, lang }: { facts: readonly Fact[]; lang: string | undefined }): ReactNode {
  if (facts.length === 0) return null;
  return (
    <dl className={factsClass}>
      {facts.map(({ label, value, isOfSource, isLabelOfSource }, at) => (
        // oxlint-disable-next-line react/no-array-index-key -- facts never move among each other
        <div key={at}>
          <dt lang={isLabelOfSource ? lang : undefined}>{label}</dt>
          <dd lang={isOfSource ? lang : undefined}>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Says that no source has anything of this kind. */
export function NoEntries({ telling }: Pick<PartProps, 'telling'>): ReactNode {
  return (
    <p className={none}>
      <Icon of={Info} size="s" />
      <span>{telling.t('healthSummary.silent')}</span>
    </p>
  );
}

/** Says that clinics contradict each other, and whom to tell which is right. */
export function SourcesDiffer({
  telling: { t, isOwn },
  links: { tell },
}: Pick<PartProps, 'telling' | 'links'>): ReactNode {
  return (
    <p className={none}>
      <Icon of={Info} size="s" />
      <span>
        {t('healthSummary.differText', { isOwn: isOwn ? 'yes' : 'no' })}{' '}
        {tell === null ? null : <TextLink {...tell}>{t('healthSummary.differTell')}</TextLink>}
      </span>
    </p>
  );
}
