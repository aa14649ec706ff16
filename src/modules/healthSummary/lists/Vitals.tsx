import type { ReactNode } from 'react';
import { ChangeBadge } from '../../../records/changes/ChangeBadge.tsx';
import { disclose } from '../../../records/disclose.css.ts';
import { Chart } from '../../../records/trend/Chart.tsx';
import { HistoryTable } from '../../../records/trend/HistoryTable.tsx';
import * as trendLook from '../../../records/trend/trend.css.ts';
import { Card } from '../../../ui/Card.tsx';
import { Icon } from '../../../ui/Icon.tsx';
import { ChevronDown } from '../../../ui/icons.ts';
import { usePrinting } from '../../../ui/usePrinting.ts';
import { VisuallyHidden } from '../../../ui/VisuallyHidden.tsx';
import { Facts } from './Entry.tsx';
import { EntryBefore } from './EntryChange.tsx';
import { type Fact, saidFacts, valueText } from './facts.ts';
import * as look from './Lists.css.ts';
import type { PartProps } from './parts.ts';
import { Sources } from './Sources.tsx';
import { dateText, type Telling } from './telling.ts';
import { trendSentences } from './trendSentences.ts';
import { unitText } from './units.ts';
import { type Measure, measureText, type Vital, vitalTrend } from './vitals.ts';

/** Vital signs: the newest value, its history as text and drawing, and all values as a table. */
export function Vitals({ vitals, ...part }: PartProps & { readonly vitals: readonly Vital[] }): ReactNode {
  return (
    <div className={look.vitals}>
      {vitals.map((vital) => (
        <Sign key={vital.key} vital={vital} {...part} />
      ))}
    </div>
  );
}

/** The unit of a measurement; null where its two values have different ones. */
function unitOf(telling: Telling, { first, second }: Measure): string | null {
  const units = [first, second].flatMap((value) =>
    value === null || value.value === null ? [] : [unitText(telling, value.unit)],
  );
  return new Set(units).size === 1 ? (units[0] ?? null) : null;
}

/** A measurement without its unit, where both values share one. */
const bare = (telling: Telling, measure: Measure, isPair: boolean): string => {
  const shared = unitOf(telling, measure);
  return measureText(measure, isPair, (value) =>
    valueText(telling, shared === null ? value : { ...value, unit: null }),
  );
};
const whole = (telling: Telling, measure: Measure, isPair: boolean): string => {
  const [value, unit] = [bare(telling, measure, isPair), unitOf(telling, measure)];
  return unit === null ? value : telling.t('healthSummary.valueWithUnit', { value, unit });
};

function Sign({ vital, telling, links, sourceLang, changeOf }: PartProps & { readonly vital: Vital }): ReactNode {
  const { t } = telling;
  const isPrinting = usePrinting();
  const { name: given, measures, isPair, language } = vital;
  const name = given ?? t('healthSummary.bloodPressure');
  const trend = vitalTrend(telling, vital);
  const [newest] = measures;
  if (newest === undefined) return null;
  const oldest = trend.first[0] ?? trend.second[0];
  const latest = trend.first.at(-1) ?? trend.second.at(-1);
  const unit = unitOf(telling, newest);
  const date = newest.takenOn === null ? t('healthSummary.noDate') : dateText(telling, newest.takenOn);
  const changed = measures
    .flatMap(({ entries }) => entries)
    .flatMap((entry) => {
      const change = changeOf(entry.key);
      return change === undefined ? [] : [{ entry, change }];
    });
  const sentences = trendSentences(telling, vital, trend);
  const said = new Map(measures.map((measure) => [measure.key, saidFacts(telling, measure.entries)]));
  const inLine = (facts: readonly Fact[]) =>
    facts.map(({ label, value }) => t('healthSummary.factInLine', { label, value })).join('; ');
  const hasSaid = [...said.values()].some((facts) => facts.length > 0);
  const table = (
    <HistoryTable
      caption={t('healthSummary.tableOf', { name })}
      columns={[t('healthSummary.date_on'), t('records.value'), ...(hasSaid ? [t('healthSummary.vitalDetails')] : [])]}
      rows={measures.map((measure) => ({
        key: measure.key,
        date: measure.takenOn === null ? t('healthSummary.noDate') : dateText(telling, measure.takenOn),
        texts: [whole(telling, measure, isPair), inLine(said.get(measure.key) ?? [])],
      }))}
    />
  );
  return (
    <Card>
      <h3>
        <span lang={given === null ? undefined : (language ?? sourceLang)}>{name}</span>{' '}
        <ChangeBadge change={changed[0]?.change} t={telling.t} />
      </h3>
      <p className={look.vitalNow}>
        {bare(telling, newest, isPair)}{' '}
        <small>{unit === null ? date : t('healthSummary.vitalOn', { unit, date })}</small>
      </p>
      <Facts facts={said.get(newest.key) ?? []} lang={language ?? sourceLang} />
      {changed.map(({ entry, change }) => (
        <EntryBefore
          key={entry.key}
          of="vitals"
          entry={entry}
          change={change}
          telling={telling}
          lang={entry.language ?? sourceLang}
        />
      ))}
      <figure className={`${trendLook.trend} ${look.vitalTrend}`}>
        <figcaption className={trendLook.trendWords}>{sentences.join(' ')}</figcaption>
        {trend.drawing === null || oldest === undefined || latest === undefined || isPrinting ? null : (
          <Chart
            isLow
            drawing={trend.drawing}
            from={dateText(telling, oldest.takenOn)}
            to={dateText(telling, latest.takenOn)}
          />
        )}
        {measures.length < 2 ? null : isPrinting ? (
          table
        ) : (
          <details className={disclose}>
            <summary>
              {t('healthSummary.asTable')}
              <VisuallyHidden> {t('records.ofPerson', { name })}</VisuallyHidden>
              <Icon of={ChevronDown} size="xs" />
            </summary>
            {table}
          </details>
        )}
      </figure>
      <Sources
        sources={measures.flatMap(({ sources }) => sources)}
        about={name}
        telling={telling}
        linkTo={links.document}
      />
    </Card>
  );
}
