import { calls, type CallShape, type Capability } from '@portal/api';
import { type ReactNode, useId } from 'react';
import { useFacility } from '../../data/facility.ts';
import type { KeptEntry } from '../../data/keptRecords/ledger.ts';
import { useKeeping } from '../../data/keptRecords/state.ts';
import { useFacilityPhone } from '../../records/useFacilityPhone.ts';
import { Card } from '../../ui/Card.tsx';
import { Section } from '../../ui/Page.tsx';
import { Row, Rows } from '../../ui/Row.tsx';
import { TextLink } from '../../ui/TextLink.tsx';
import { formatInstant, useWords } from '../../words/index.ts';
import { callInstead } from '../../records/kept/CopyAgeLine.css.ts';
import { allPages } from '../routing/pages.ts';
import { useLink } from '../routing/useLink.ts';
import { useAllowance } from './allowance.ts';
import { visibleTabs } from './tabOrder.ts';

const capabilities: ReadonlyMap<string, Capability | undefined> = new Map(
  Object.values<CallShape>(calls).map(({ name, capability }) => [name, capability]),
);

/** When the newest stored answer of a capability arrived, in milliseconds; null when none is stored. */
function newestOf(entries: readonly KeptEntry[], capability: Capability): number | null {
  const times = entries.flatMap(({ call, missing, at }) =>
    missing === null && capabilities.get(call) === capability ? [at] : [],
  );
  return times.length === 0 ? null : Math.max(...times);
}

/** The pages of which this device has something, and the number for urgent questions; below a page that it does not have. */
export function OfflinePages(): ReactNode {
  const { t, locale } = useWords();
  const id = useId();
  const link = useLink();
  const facility = useFacility();
  const phone = useFacilityPhone();
  const keeping = useKeeping();
  const tabs = visibleTabs(allPages(), useAllowance());
  const entries = keeping.kind === 'on' ? keeping.entries : [];
  const kept = tabs.flatMap((page) => {
    const at = page.capability === null ? null : newestOf(entries, page.capability);
    return at === null ? [] : [{ page, at }];
  });
  return (
    <Section id={id} title={t('records.opensNow')}>
      {kept.length === 0 ? null : (
        <Card flush>
          <Rows label={t('records.opensNow')}>
            {kept.map(({ page, at }) => (
              <Row
                key={page.path}
                icon={page.tab.icon}
                title={t(page.title)}
                sub={t('records.keptCopy', {
                  when: formatInstant(locale, new Date(at).toISOString(), facility?.timeZoneId ?? 'UTC'),
                })}
                renderLink={({ className, children }) => (
                  <a className={className} {...link(page.path).props}>
                    {children}
                  </a>
                )}
              />
            ))}
          </Rows>
        </Card>
      )}
      {phone === null ? null : (
        <p className={callInstead}>
          {t('records.callInstead', { facility: facility?.facilityName ?? '' })}{' '}
          <TextLink href={phone.href}>{phone.shown}</TextLink>
        </p>
      )}
    </Section>
  );
}
