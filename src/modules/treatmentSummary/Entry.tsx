import {
  phoneHref,
  type ShownFact,
  type ShownItem,
  toldTreatmentFact,
  toldTreatmentName,
  type TreatmentGroup,
  type TreatmentKind,
  type TreatmentTelling,
} from '@portal/api';
import type { ReactNode } from 'react';
import { ChangeBadge } from '../../records/changes/ChangeBadge.tsx';
import { entry, entryHead, facts as factsClass, none, wideFact } from '../../records/entries/entries.css.ts';
import { Dot } from '../../ui/Dot.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { Info } from '../../ui/icons.ts';
import { useWords } from '../../words/index.ts';
import { type ItemChange, ItemChangeLines } from './ItemChange.tsx';

export interface EntryProps {
  readonly group: TreatmentGroup;
  readonly shown: ShownItem;
  readonly isNew: boolean;
  readonly change: ItemChange | undefined;
  readonly telling: TreatmentTelling;
}

/** One item of any group: its title, whether it is new, and its fields; or the sentence that there is nothing. */
export function Entry({ group, shown, isNew, change, telling }: EntryProps): ReactNode {
  const { t } = useWords();
  const { facts, nullMessage } = shown;
  if (nullMessage !== null)
    return (
      <p className={none}>
        <Icon of={Info} size="s" />
        <span>{nullMessage}</span>
      </p>
    );
  return (
    <div className={entry}>
      <div className={entryHead}>
        {isNew ? <Dot label={t('treatmentSummary.notSeenYet')} /> : null}
        <h3>{toldTreatmentName(telling, group, shown)}</h3>
        {change?.change.kind === 'new' && !isNew ? <ChangeBadge change={change.change} t={t} /> : null}
      </div>
      <Facts facts={facts} telling={telling} />
      <ItemChangeLines group={group} shown={shown} of={change} telling={telling} />
    </div>
  );
}

/** The facts of an item, each with its label; `className` replaces the usual columns. */
export function Facts({
  facts,
  telling,
  className = factsClass,
}: {
  facts: readonly ShownFact[];
  telling: TreatmentTelling;
  className?: string;
}): ReactNode {
  const { t } = useWords();
  return facts.length === 0 ? null : (
    <dl className={className}>
      {facts.map((fact, index) => (
        <div key={`${fact.label} ${index}`} className={isWide(fact) ? wideFact : undefined}>
          <dt>{t(`treatmentSummary.label_${fact.label}`)}</dt>
          <dd>
            <Value fact={fact} telling={telling} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

const isWide = ({ values: [first] }: ShownFact): boolean => first?.kind === 'long';

/** A value as text; telephone numbers and addresses are links. */
function Value({ fact, telling }: { fact: ShownFact; telling: TreatmentTelling }): ReactNode {
  const told = toldTreatmentFact(telling, fact);
  const [first] = fact.values;
  const href = typeof first?.value === 'string' ? hrefOf(first.kind, first.value.trim()) : null;
  if (href === null) return told;
  const [name, host] = told.split('@');
  // A long address may break after its @.
  return (
    <a href={href}>
      {host === undefined ? (
        told
      ) : (
        <>
          {name}@<wbr />
          {host}
        </>
      )}
    </a>
  );
}

function hrefOf(kind: TreatmentKind, value: string): string | null {
  if (kind === 'phone') return phoneHref(value);
  return kind === 'email' && /^[^\s@]+@[^\s@]+$/.test(value) ? `mailto:${value}` : null;
}
