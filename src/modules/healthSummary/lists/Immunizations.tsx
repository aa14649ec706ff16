/* oxlint-disable jsx-a11y/no-redundant-roles, jsx-a11y/no-interactive-element-to-noninteractive-role -- Safari takes its roles from a table that is laid out as blocks */
import type { ListedEntry } from '@portal/api';
import type { ReactNode } from 'react';
import { ChangeBadge } from '../../../records/changes/ChangeBadge.tsx';
import { CaptionedTable, columnHeaders } from '../../../ui/table/CaptionedTable.tsx';
import { EntryBefore } from './EntryChange.tsx';
import * as look from './Lists.css.ts';
import type { PartProps } from './parts.ts';
import { missingText, negationText, titleOf } from './sentences.ts';
import { SourceWords } from './Sources.tsx';
import { distinctSources } from './sourceText.ts';
import { dateText, type Telling } from './telling.ts';

/** Facts that have columns of their own, or are in the sentence of a vaccine that was not given. */
const inColumns = new Set(['performer', 'place', 'reason']);

/** When a vaccine was given, or that it was not. */
function dateSaid(telling: Telling, entry: ListedEntry): string {
  const { start, status } = entry;
  const negation = negationText(telling, 'immunizations', entry);
  if (negation !== null) return negation;
  if (start === null) return missingText(telling, 'unknown');
  const date = dateText(telling, start);
  return status === 'planned' ? telling.t('healthSummary.plannedFor', { date }) : date;
}

/** Vaccines as a table, which becomes label and value pairs where it is narrow. */
export function Immunizations({
  entries,
  telling,
  links,
  sourceLang,
  changeOf,
}: PartProps & { readonly entries: readonly ListedEntry[] }): ReactNode {
  const { t } = telling;
  const columns = [
    t('healthSummary.vaccine'),
    t('healthSummary.date_on'),
    t('healthSummary.givenBy'),
    t('healthSummary.source'),
  ];
  const [, dateLabel, byLabel, sourceLabel] = columns;
  return (
    <div className={look.stackFrame}>
      <CaptionedTable
        className={look.stack}
        caption={t('healthSummary.list_immunizations')}
        headers={columnHeaders(...columns)}
      >
        <tbody role="rowgroup">
          {entries.map((entry) => {
            const lang = entry.language ?? sourceLang;
            const change = changeOf(entry.key);
            const title = titleOf(telling, 'immunizations', entry);
            const isGiven = negationText(telling, 'immunizations', entry) === null;
            const performer = entry.facts
              .filter(({ name }) => name === 'performer' || name === 'place')
              .map(({ value }) => value)
              .join(', ');
            const reason = isGiven ? entry.facts.filter(({ name }) => name === 'reason') : [];
            const more = [...entry.facts.filter(({ name }) => !inColumns.has(name)), ...reason];
            return (
              <tr key={entry.key} role="row">
                <th scope="row" role="rowheader">
                  <span lang={title.isOfSource ? lang : undefined}>{title.text}</span>{' '}
                  <ChangeBadge change={change} t={telling.t} />
                  {more.map(({ name, value }, at) => (
                    // oxlint-disable-next-line react/no-array-index-key -- facts never move among each other
                    <small key={at}>
                      {t('healthSummary.factInLine', { label: t(`healthSummary.fact_${name}`), value })}
                    </small>
                  ))}
                  <EntryBefore of="immunizations" entry={entry} change={change} telling={telling} lang={lang} />
                </th>
                <td role="cell">
                  <Label of={dateLabel} />
                  <span>{dateSaid(telling, entry)}</span>
                </td>
                <td role="cell" data-empty={isGiven ? undefined : ''}>
                  {isGiven ? (
                    <>
                      <Label of={byLabel} />
                      <span lang={performer === '' ? undefined : lang}>
                        {performer === '' ? missingText(telling, 'unknown') : performer}
                      </span>
                    </>
                  ) : null}
                </td>
                <td role="cell">
                  <Label of={sourceLabel} />
                  <span>
                    {distinctSources(entry.sources).map((one, at) => (
                      // oxlint-disable-next-line react/no-array-index-key -- sources never move among each other
                      <span key={at} className={look.sourceInCell}>
                        {at === 0 ? null : <br />}
                        <SourceWords of={one} telling={telling} linkTo={links.document} />
                      </span>
                    ))}
                  </span>
                </td>
              </tr>
            );
          })}
        </tbody>
      </CaptionedTable>
    </div>
  );
}

/** The name of a column beside its value; the table's headers say it to screen readers already. */
const Label = ({ of }: { of: string | undefined }): ReactNode => (
  <span className={look.cellLabel} aria-hidden="true">
    {of}
  </span>
);
