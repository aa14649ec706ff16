import {
  type LabResultId,
  type LabTest,
  type LabTestValue,
  listLabTests,
  type PatientId,
  placeInRange,
  readRange,
  readValue,
  recordDateText,
} from '@portal/api';
import { type ReactNode, useId, useState } from 'react';
import { useCall } from '../../data/query/query.ts';
import { flagText } from '../../records/flagText.ts';
import { paneFoot, paneList, paneTitle } from '../../records/panes/panes.css.ts';
import { QueryBoundary } from '../../records/QueryBoundary.tsx';
import type { LinkProps } from '../../records/links.ts';
import { Card } from '../../ui/Card.tsx';
import { classes } from '../../ui/classes.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { TextField } from '../../ui/Field.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { ChevronDown, FlaskConical } from '../../ui/icons.ts';
import { chevron, row, rowMain, rowSub, rowTitle, rows } from '../../ui/Row.css.ts';
import { screenOnly } from '../../ui/text.css.ts';
import { TextLink } from '../../ui/TextLink.tsx';
import { useWords } from '../../words/index.ts';
import { flagInTable } from './flags.ts';
import { listDate } from './results.ts';
import { historyOfTest, changeOf, testsNamed, valueWithUnit } from './labTests.ts';
import * as look from './ResultsByTest.css.ts';
import { Trend, ValuesTable } from './Trend.tsx';
import { Flag } from './ValueCells.tsx';

interface Place {
  readonly timeZone: string;
  /** Today's date at the facility. */
  readonly today: string;
}

interface ResultsByTestProps {
  readonly patientId: PatientId;
  readonly place: Place;
  readonly selected: LabResultId | null;
  readonly linkTo: (id: LabResultId) => LinkProps;
}

/** The values of all results by test: one row for each, which opens to its history. */
export function ResultsByTest({ patientId, ...props }: ResultsByTestProps): ReactNode {
  const { t } = useWords();
  const query = useCall(listLabTests, { params: { patientId } });
  return (
    <QueryBoundary
      query={query}
      notFound="notYours"
      texts={{ failed: 'testResults.failed', failedText: 'testResults.failedText' }}
      isEmpty={(tests) => tests.length === 0}
      empty={
        <Card>
          <EmptyState icon={FlaskConical} level={2} title={t('records.empty')}>
            {t('testResults.noTests')}
          </EmptyState>
        </Card>
      }
    >
      {(tests) => <Tests {...props} tests={tests} />}
    </QueryBoundary>
  );
}

function Tests({ tests, ...props }: Omit<ResultsByTestProps, 'patientId'> & { tests: readonly LabTest[] }): ReactNode {
  const { t, locale } = useWords();
  const [typed, setTyped] = useState('');
  const shown = testsNamed(tests, typed, locale);
  return (
    <>
      <div className={classes(screenOnly, look.find)}>
        <TextField
          label={t('testResults.findTest')}
          type="search"
          autoComplete="off"
          enterKeyHint="search"
          maxLength={100}
          value={typed}
          onChange={setTyped}
        />
      </div>
      <Card flush className={paneList}>
        <h2 className={paneTitle}>{t('testResults.tests')}</h2>
        {shown.length === 0 ? <p className={look.none}>{t('testResults.noTest')}</p> : null}
        <ul className={rows}>
          {shown.map((test) => (
            <TestRow key={test.testResultDetailId} test={test} {...props} />
          ))}
        </ul>
      </Card>
      <p className={paneFoot} role="status">
        {t('testResults.testsShown', { shown: shown.length, all: tests.length })}
      </p>
    </>
  );
}

function TestRow({
  test,
  place: { timeZone, today },
  ...props
}: Omit<ResultsByTestProps, 'patientId'> & { test: LabTest }): ReactNode {
  const words = useWords();
  const { t, locale } = words;
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const [newest] = test.values;
  if (newest === undefined) return null;
  const flag = flagText(words, newest.abnormalFlag);
  const change = changeOf(historyOfTest(test));
  const changeText =
    change === null
      ? null
      : t(
          change.way === 'up'
            ? 'testResults.movedUp'
            : change.way === 'down'
              ? 'testResults.movedDown'
              : 'testResults.movedNot',
          { value: change.before.text, date: listDate(locale, change.before.takenOn, timeZone, today) },
        );
  return (
    <li className={look.item}>
      <h3>
        <button
          type="button"
          className={row}
          aria-expanded={isOpen}
          aria-controls={isOpen ? id : undefined}
          onClick={() => setOpen(!isOpen)}
        >
          <span className={rowMain}>
            <span className={rowTitle}>{test.testDisplayName}</span>
            <span className={look.newest}>
              <span className={look.value}>{valueWithUnit(words, newest, test.unitOfMeasure, timeZone)}</span>
              {flag === null ? null : <Flag said={flag} />}
            </span>
            <span className={rowSub}>
              {newest.takenOn === null ? t('testResults.noDate') : listDate(locale, newest.takenOn, timeZone, today)}
            </span>
            {changeText === null ? null : <span className={rowSub}>{changeText}</span>}
          </span>
          <span className={chevron}>
            <Icon of={ChevronDown} size="s" />
          </span>
        </button>
      </h3>
      {isOpen ? (
        <div id={id} className={look.opened}>
          <Values test={test} timeZone={timeZone} {...props} />
        </div>
      ) : null}
    </li>
  );
}

/** The history of a test; each of its values is a link to its result. */
function Values({
  test,
  timeZone,
  selected,
  linkTo,
}: {
  test: LabTest;
  timeZone: string;
  selected: LabResultId | null;
  linkTo: (id: LabResultId) => LinkProps;
}): ReactNode {
  const words = useWords();
  const { t, locale } = words;
  const { testDisplayName: name, unitOfMeasure: unit, values, count, inOtherUnits } = test;
  const history = historyOfTest(test);
  const placeOf = ({ testValue, referencesRange }: LabTestValue) => {
    const [read, range] = [readValue(testValue), readRange(referencesRange, unit)];
    return read === null || range === null ? null : placeInRange(read, range);
  };
  return (
    <>
      {history.length > 1 ? (
        <Trend detail={test} values={history} hasTable={false} />
      ) : inOtherUnits === 0 ? null : (
        <p>{t('testResults.otherUnits', { count: inOtherUnits })}</p>
      )}
      {count > values.length ? <p>{t('testResults.newestOf', { shown: values.length, all: count })}</p> : null}
      <ValuesTable
        name={name}
        rows={values.map((value, index) => ({
          key: `${String(value.labResultId)} ${String(index)}`,
          date: (
            <TextLink
              standalone
              {...linkTo(value.labResultId)}
              aria-current={value.labResultId === selected ? 'true' : undefined}
              hiddenContext={name}
            >
              {value.takenOn === null
                ? t('testResults.noDate')
                : recordDateText(locale, value.takenOn, timeZone, 'day')}
            </TextLink>
          ),
          texts: [valueWithUnit(words, value, unit, timeZone), flagInTable(words, value.abnormalFlag, placeOf(value))],
        }))}
      />
    </>
  );
}
