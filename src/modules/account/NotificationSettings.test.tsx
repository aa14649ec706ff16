import { getNotificationSettings, getSystemReminderSettings, PatientId, UserId } from '@portal/api';
import { QueryClientProvider } from '@tanstack/react-query';
import { renderToStaticMarkup } from 'react-dom/server';
import * as v from 'valibot';
import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import { refused } from '../../../tests/apps/data/refused.ts';
import { identityOf } from '../../../tests/apps/data/plantedPerson.ts';
import { CallError } from '../../data/errors.ts';
import { adoptIdentity, forgetIdentity } from '../../data/profile.ts';
import { queryClient, queryFor } from '../../data/query/query.ts';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { loadWords } from '../../words/index.ts';
import { NotificationSettings } from './NotificationSettings.tsx';

vi.stubGlobal('sessionStorage', { getItem: () => null, setItem: () => undefined, removeItem: () => undefined });
beforeAll(async () => {
  await Promise.all([loadWords('account'), loadWords('records')]);
});
afterEach(() => {
  forgetIdentity();
  queryClient.clear();
});

const patientId = v.parse(PatientId, 11);
const skeleton = renderToStaticMarkup(<Skeleton lines={6} />);
const way = { href: '/', onClick: () => undefined };

it('keeps the settings open where saving failed and they cannot be loaded again', () => {
  adoptIdentity({
    ...identityOf('amelia'),
    capabilities: { modules: [{ moduleName: 'SecureMessages', details: [] }] },
  });
  const offered = queryFor(getSystemReminderSettings, {});
  queryClient.setQueryData(offered.queryKey, {
    patientFollowUpEmailEnabled: false,
    patientFollowUpSmsEnabled: false,
    patientAppointmentEmailEnabled: false,
    patientAppointmentSmsEnabled: false,
    patientSecureMessageEmailEnabled: true,
    patientSecureMessageSmsEnabled: false,
    patientQuestionnaireEmailEnabled: true,
    patientQuestionnaireSmsEnabled: false,
    patientDefaultAppointmentReminderOffset: 'Off',
    patientDefaultFollowUpReminderOffset: 'Off',
  });
  const { queryKey } = queryFor(getNotificationSettings, { params: { patientId }, query: {} });
  queryClient.setQueryData(queryKey, {});
  const shown = () =>
    renderToStaticMarkup(
      <QueryClientProvider client={queryClient}>
        <NotificationSettings
          userId={v.parse(UserId, 3)}
          patientId={patientId}
          primaryEmail={null}
          timeZone="UTC"
          actingFor={null}
          nav={{
            loginType: 'userNamePassword',
            hasLanguages: false,
            isOwn: true,
            partLink: () => way,
            notifications: way,
            personalData: null,
          }}
        />
      </QueryClientProvider>,
    );
  const loaded = shown();
  expect(loaded).toContain(skeleton);
  const error = new CallError(getNotificationSettings.name, refused(503, 'unavailable'));
  queryClient.getQueryCache().find({ queryKey })?.setState({ status: 'error', error });
  expect(shown()).toBe(loaded);
});
