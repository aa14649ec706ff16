import type { LabResult } from '@portal/api';
import { type ReactNode, useMemo } from 'react';
import { type DateFilter, dateFilters } from '../../records/dateFilter.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { ChoiceGroup } from '../../ui/Choices.tsx';
import { SelectField } from '../../ui/Field.tsx';
import { SlidersHorizontal } from '../../ui/icons.ts';
import { useWords } from '../../words/index.ts';
import { type Filters, orderersOf, proceduresOf } from './results.ts';
import { filterFoot, filterPanel, filterSelects, filterSum } from './TestResults.css.ts';

const isDate = (value: string | undefined): value is DateFilter => dateFilters.some((one) => one === value);

/** Opens and closes the filters, and summarises them. */
export function FilterButton({
  filters,
  panelId,
  isOpen,
  onToggle,
}: {
  filters: Filters;
  panelId: string;
  isOpen: boolean;
  onToggle: () => void;
}): ReactNode {
  const { t } = useWords();
  return (
    <>
      <Button
        variant="secondary"
        size="small"
        icon={SlidersHorizontal}
        aria-expanded={isOpen}
        aria-controls={isOpen ? panelId : undefined}
        onClick={onToggle}
      >
        {t('records.filter')}
      </Button>
      <p className={filterSum}>
        {[
          t(`records.date_${filters.date}`),
          filters.procedure ?? t('testResults.allProcedures'),
          filters.orderedBy ?? '',
        ]
          .filter((part) => part !== '')
          .join(' · ')}
      </p>
    </>
  );
}

/** The filters of the list (specification 3, section 2). */
export function ResultFilters({
  id,
  filters,
  results,
  shown,
  foot,
  onChange,
}: {
  id: string;
  filters: Filters;
  /** All results, for their number. */
  results: readonly LabResult[];
  /** The number of results that pass the filters. */
  shown: number;
  /** The buttons for the shown results. */
  foot: ReactNode;
  onChange: (next: Filters) => void;
}): ReactNode {
  const { t, locale } = useWords();
  const procedures = useMemo(() => proceduresOf(results, locale), [results, locale]);
  const orderers = useMemo(() => orderersOf(results, locale), [results, locale]);
  const optionsOf = (texts: readonly string[]) => texts.map((text) => ({ value: text, label: text }));
  return (
    <section id={id} aria-label={t('testResults.filters')}>
      <Card className={filterPanel}>
        <ChoiceGroup
          kind="radio"
          name="test-result-date"
          legend={t('records.date')}
          sideBySide
          options={dateFilters.map((value) => ({ value, label: t(`records.date_${value}`) }))}
          value={[filters.date]}
          onChange={(_, pressed) => {
            if (isDate(pressed)) onChange({ ...filters, date: pressed });
          }}
        />
        <div className={filterSelects}>
          <SelectField
            label={t('testResults.procedure')}
            placeholder={t('testResults.allProcedures')}
            options={optionsOf(procedures)}
            value={filters.procedure ?? ''}
            onChange={(next) => onChange({ ...filters, procedure: next === '' ? null : next })}
          />
          <SelectField
            label={t('testResults.orderedBy')}
            placeholder={t('records.allProviders')}
            options={optionsOf(orderers)}
            value={filters.orderedBy ?? ''}
            onChange={(next) => onChange({ ...filters, orderedBy: next === '' ? null : next })}
          />
        </div>
        <div className={filterFoot}>
          <p role="status">{t('testResults.shown', { shown, all: results.length })}</p>
          {foot}
        </div>
      </Card>
    </section>
  );
}
