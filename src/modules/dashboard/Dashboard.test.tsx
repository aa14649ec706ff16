import { PatientId } from '@portal/api';
import { renderToStaticMarkup } from 'react-dom/server';
import * as v from 'valibot';
import { beforeAll, expect, it } from 'vitest';
import { loadWords } from '../../words/index.ts';
import { Dashboard } from './Dashboard.tsx';

beforeAll(async () => {
  await Promise.all([loadWords('dashboard'), loadWords('records')]);
});

const home = (part: 'HealthSummary' | null, toDo: string | null): string =>
  renderToStaticMarkup(
    <Dashboard
      patientId={v.parse(PatientId, 11)}
      firstName="Runa"
      shownFor={null}
      acting={null}
      has={(detail) => detail === part}
      linkTo={(to) => ({ href: to, onClick: () => undefined })}
      toDo={toDo}
      setUp="Get set up"
      news={[]}
      changes={null}
      savedAt={null}
    />,
  );

it('shows the steps of setting up once, whatever else the person has', () => {
  for (const [part, toDo] of [
    ['HealthSummary', 'To do'],
    ['HealthSummary', null],
    [null, 'To do'],
    [null, null],
  ] as const)
    expect([part, toDo, home(part, toDo).split('Get set up').length - 1]).toEqual([part, toDo, 1]);
});
