import {
  type CallShape,
  type ChangedRow,
  listNoteChanges,
  listResultChanges,
  listSummaryChanges,
  listTreatmentChanges,
  type PatientId,
  RecordChanges,
} from '@portal/api';
import { type ReactNode, useEffect } from 'react';
import * as v from 'valibot';
import { useFacility } from '../../data/facility.ts';
import { useCalls } from '../../data/query/query.ts';
import { beforeText, changedOn, changeName } from '../../records/changes/changeText.ts';
import { Card } from '../../ui/Card.tsx';
import { Chevron } from '../../ui/Chevron.tsx';
import { emptyDot } from '../../ui/EmptyRow.css.ts';
import { type IconLike, iconOf } from '../../ui/Icon.tsx';
import { FlaskConical, HeartPulse, ListChecks, NotebookText } from '../../ui/icons.ts';
import { Section } from '../../ui/Page.tsx';
import { QuickAction, QuickActions } from '../../ui/QuickActions.tsx';
import { row, rowMain, rows, rowSub, rowTitle } from '../../ui/Row.css.ts';
import { screenOnly } from '../../ui/text.css.ts';
import { useWindowSize } from '../../ui/useWindowSize.ts';
import { useWords, type MessageKey } from '../../words/index.ts';
import { newForYou } from './dashboard.css.ts';
import type { LinkTo } from './links.ts';

type ListPath = '/test-results' | '/medical-notes' | '/health-summary' | '/treatment-summary';
interface List {
  readonly call: CallShape;
  readonly path: ListPath;
  readonly title: MessageKey;
  readonly icon: IconLike;
}
const lists: readonly List[] = [
  { call: listResultChanges, path: '/test-results', title: 'testResults.title', icon: FlaskConical },
  { call: listNoteChanges, path: '/medical-notes', title: 'medicalNotes.title', icon: NotebookText },
  { call: listSummaryChanges, path: '/health-summary', title: 'healthSummary.title', icon: HeartPulse },
  { call: listTreatmentChanges, path: '/treatment-summary', title: 'treatmentSummary.title', icon: ListChecks },
];

/** How many changes Home names, on a phone and on a larger screen; the others are counted. */
const namedOnPhone = 3;
const namedAtMost = 5;

const noChanges: RecordChanges = { changes: [], until: 0 };
/** What is taken back or corrected matters before what is new. */
const ranks = { gone: 0, corrected: 0, changed: 1, new: 2 } as const;

function searchOf(changed: ChangedRow): Readonly<Record<string, string>> {
  switch (changed.kind) {
    case 'result':
      return { id: String(changed.labResultId) };
    case 'note':
      return { id: String(changed.noteId) };
    case 'document':
      return { view: 'document', system: String(changed.ifSystemId), ccda: String(changed.ccdaId) };
    case 'entry':
      return { view: 'lists' };
    case 'item':
    case 'none':
      return {};
  }
}

interface SinceLookedProps {
  readonly patientId: PatientId;
  /** The pages of which something changed. */
  readonly paths: readonly ListPath[];
  readonly linkTo: LinkTo;
  /** Told with the keys of what is shown, so that Home does not say it twice. */
  readonly onShown: (keys: readonly string[]) => void;
}

/** What changed in the record since its reader last looked; new results and notes stand in "New for you", by their own marks. */
export default function SinceLooked({ patientId, paths, linkTo, onShown }: SinceLookedProps): ReactNode {
  const words = useWords();
  const { t } = words;
  const size = useWindowSize();
  const timeZone = useFacility()?.timeZoneId ?? 'UTC';
  const shownLists = lists.filter(({ path }) => paths.includes(path));
  const answers = useCalls(
    shownLists.map(({ call }) => call),
    { params: { patientId } },
  );
  const all = shownLists
    .flatMap((list, at) =>
      v.parse(v.fallback(RecordChanges, noChanges), answers[at]?.data).changes.map((change) => ({ list, change })),
    )
    .filter(({ list, change }) => !change.isSeen && (change.kind !== 'new' || list.path === '/health-summary'))
    .toSorted(
      (one, other) =>
        ranks[one.change.kind] - ranks[other.change.kind] ||
        other.change.changedAt.localeCompare(one.change.changedAt, 'en'),
    );
  const named = all.slice(0, size === 'XSmall' ? namedOnPhone : namedAtMost);
  const rest = all.slice(named.length);
  const keys = all.map(({ change }) => change.key).join('\n');
  useEffect(() => onShown(keys === '' ? [] : keys.split('\n')), [keys, onShown]);
  if (named.length === 0) return null;
  return (
    <div className={`${newForYou} ${screenOnly}`}>
      <Section id="dashboard-since" title={t('dashboard.sinceLooked')}>
        <Card flush>
          <ul className={rows}>
            {named.map(({ list: { path, title, icon }, change }) => {
              const before = beforeText(words, change, timeZone);
              const when = before === null || change.kind === 'gone' ? changedOn(words, change, timeZone) : null;
              return (
                <ChangeRow
                  key={`${path} ${change.key}`}
                  icon={icon}
                  // Some items of the treatment summary have no name but their group's.
                  name={change.name === null && path === '/treatment-summary' ? t(title) : changeName(words, change)}
                  line={[t(`records.change_${change.kind}`), change.source, when]
                    .filter((part) => part !== null)
                    .join(' · ')}
                  before={before}
                  way={linkTo(path, searchOf(change.row))}
                />
              );
            })}
          </ul>
        </Card>
        {rest.length === 0 ? null : (
          <QuickActions isLow>
            {shownLists.map(({ path, title, icon }) => {
              const count = rest.filter(({ list }) => list.path === path).length;
              const way = linkTo(path);
              return count === 0 || way === null ? null : (
                <QuickAction key={path} icon={icon} {...way}>
                  {t('dashboard.sinceMore', { page: t(title), count })}
                </QuickAction>
              );
            })}
          </QuickActions>
        )}
      </Section>
    </div>
  );
}

function ChangeRow({
  icon,
  name,
  line,
  before,
  way,
}: {
  icon: IconLike;
  name: string;
  line: string;
  before: string | null;
  way: ReturnType<LinkTo>;
}): ReactNode {
  return (
    <li>
      <a className={row} {...way}>
        <span className={emptyDot}>{iconOf(icon)}</span>
        <span className={rowMain}>
          <span className={rowTitle}>{name}</span>
          <span className={rowSub}>{line}</span>
          {before === null ? null : <span className={rowSub}>{before}</span>}
        </span>
        <Chevron />
      </a>
    </li>
  );
}
