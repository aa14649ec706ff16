import type { PatientId, UserProfile } from '@portal/api';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { useConnection } from '../../../data/connection.ts';
import { useCounts } from '../../../data/query/query.ts';
import { useActingFor, useIdentity, useRepresented } from '../../../data/profile.ts';
import { AfterDeath } from '../AfterDeath.tsx';
import { Dashboard, type News } from '../Dashboard.tsx';
import { PatientChoice } from '../../../layout/signedIn/PatientChoice.tsx';
import { formatPersonName, useWords } from '../../../words/index.ts';
import { usePatientEntries } from '../../../layout/signedIn/patientChange.ts';
import { changedLists } from './changedLists.ts';
import { prefetchDashboard } from './prefetchDashboard.ts';
import { Page as StartPage } from './StartPage.tsx';
import { useNews } from '../../../layout/signedIn/useNews.ts';
import { useAllowance } from '../../../layout/signedIn/allowance.ts';
import { useLinkTo } from '../../../layout/signedIn/useLinkTo.ts';
import { PrintHead } from '../../../records/PrintHead.tsx';
import { RepresentativeRights } from '../../../layout/signedIn/RepresentativeRights.tsx';
import { SetUpList } from '../SetUpList.tsx';
import { shownAtFirst } from '../toDo.ts';
import { ToDoList } from '../ToDoList.tsx';
import { useSetUpEntries } from '../../../layout/signedIn/useSetUpEntries.ts';
import { useToDoEntries } from '../../../layout/signedIn/useToDoEntries.ts';

// Usually nothing changed, so the start does not wait for it.
const SinceLooked = lazy(() => import('../SinceLooked.tsx'));

export { prefetchDashboard as load };

/** The dashboard; a person without it is led to the first page that they have. */
export function Page(): ReactNode {
  const identity = useIdentity();
  const patientId = useActingFor();
  const { has } = useAllowance();
  if (identity === null || patientId === null || !has('Dashboard') || identity.profile.loginType === 'patientLinkUser')
    return <StartPage />;
  return <OwnDashboard profile={identity.profile} patientId={patientId} />;
}

/** Apart from the rest of Home, so that the rules and answers of its steps, which come last, draw nothing else again. */
function SetUp({
  profile,
  patientId,
  isBesideToDos,
}: {
  profile: UserProfile;
  patientId: PatientId;
  isBesideToDos: boolean;
}): ReactNode {
  return <SetUpList entries={useSetUpEntries(profile, patientId)} isBesideToDos={isBesideToDos} />;
}

function OwnDashboard({ profile, patientId }: { profile: UserProfile; patientId: PatientId }): ReactNode {
  const { t, locale } = useWords();
  const patient = useRepresented();
  const patients = usePatientEntries();
  const allowance = useAllowance();
  const linkTo = useLinkTo();
  const toDo = useToDoEntries(patientId);
  // Null: loading. A person with more to do than Home shows is asked for nothing else.
  const waiting = toDo === null ? 0 : (toDo.entries?.length ?? null);
  const isOffline = useConnection() === 'offline';
  const lists = changedLists(allowance);
  const changeCounts = useCounts(
    lists.map(({ count }) => count),
    { params: { patientId } },
  );
  const changed = lists.filter((_, at) => (changeCounts[at] ?? 0) > 0).map(({ path }) => path);
  const [shownChanges, setShownChanges] = useState<readonly string[]>([]);
  const told = changed.length === 0 ? [] : shownChanges;
  const news = useNews(patientId).flatMap(({ page, count: all, items: allItems, isNaming }): News[] => {
    const items = allItems.filter(({ key }) => !told.includes(key));
    const count = all - (allItems.length - items.length);
    if (count <= 0) return [];
    const title = page.tab.badge?.news?.title;
    const way = linkTo(page.path);
    if (title === undefined || way === null) return [];
    return [
      {
        key: page.path,
        icon: page.tab.icon,
        title: t(title, { count }),
        way,
        coming: isNaming ? count : 0,
        items: items.flatMap((item) => {
          const to = linkTo(page.path, item.search);
          return to === null ? [] : [{ ...item, way: to }];
        }),
      },
    ];
  });
  return (
    <>
      <PrintHead />
      <Dashboard
        patientId={patientId}
        firstName={profile.firstName}
        shownFor={patient === null ? null : { name: formatPersonName(locale, patient), firstName: patient.firstName }}
        acting={
          <>
            <PatientChoice patients={patients} rights={<RepresentativeRights />} />
            {patient?.hasDied === true ? <AfterDeath patient={patient} /> : null}
          </>
        }
        has={(detail) => allowance.has(`Dashboard.${detail}`)}
        linkTo={linkTo}
        toDo={
          toDo === null || patient?.hasDied === true ? null : (
            <ToDoList
              key={patientId}
              entries={toDo.entries}
              hasFailed={toDo.hasFailed}
              onAgain={toDo.again}
              patient={patient?.firstName ?? null}
            />
          )
        }
        setUp={
          patient === null && waiting !== null && waiting < shownAtFirst ? (
            <SetUp profile={profile} patientId={patientId} isBesideToDos={waiting > 0} />
          ) : null
        }
        news={news}
        changes={
          changed.length === 0 ? null : (
            <Suspense fallback={null}>
              <SinceLooked
                key={patientId}
                patientId={patientId}
                paths={changed}
                linkTo={linkTo}
                onShown={setShownChanges}
              />
            </Suspense>
          )
        }
        savedAt={isOffline ? (toDo?.loadedAt ?? null) : null}
      />
    </>
  );
}
