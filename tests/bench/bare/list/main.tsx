import { StrictMode, useState } from 'react';
import { createRoot } from 'react-dom/client';
import '../bare.css';
import { SignIn } from '../SignIn.tsx';

interface Visit {
  readonly id: number;
  readonly date: string;
  readonly shortLocation: string | null;
}

async function ask<T>(address: string, token: string): Promise<T> {
  const response = await fetch(address, { headers: { authorization: `Bearer ${token}` } });
  return (await response.json()) as T;
}

/** The same requests as the portal's, each as soon as possible: a session with its person, their next appointments. No checks, no routes. */
async function visitsOf(data: FormData): Promise<readonly Visit[]> {
  const typed = (name: string) => {
    const value = data.get(name);
    return typeof value === 'string' ? value : '';
  };
  const body = new URLSearchParams({
    grant_type: 'password',
    username: typed('username'),
    password: typed('password'),
  });
  const answer = await fetch('/token', { method: 'POST', headers: { 'portal-type': 'patientPortal' }, body });
  const { access_token: token, identity } = (await answer.json()) as {
    access_token: string;
    identity: { profile: { ids: readonly { idType: string; value: number }[] } };
  };
  const own = identity.profile.ids.find(({ idType }) => idType === 'Patient');
  return ask(`/api/patients/${own?.value}/upcomingAppointments/count/4`, token);
}

/** The smallest React page that signs somebody in and shows a list: the yardstick from the press on Log in to the dashboard. */
function ListPage() {
  const [visits, setVisits] = useState<readonly Visit[] | null>(null);
  if (visits === null) return <SignIn onSignIn={(data) => void visitsOf(data).then(setVisits)} />;
  return (
    <main>
      <h1>Appointments</h1>
      <ul>
        {visits.map((visit) => (
          <li key={visit.id}>
            <h2>{visit.date}</h2>
            <p>{visit.shortLocation}</p>
          </li>
        ))}
      </ul>
    </main>
  );
}

const root = document.querySelector('#root');
if (root === null) throw new Error('The page has no place for the form.');
createRoot(root).render(
  <StrictMode>
    <ListPage />
  </StrictMode>,
);
