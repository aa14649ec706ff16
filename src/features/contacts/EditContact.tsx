import { type ContactId, type PatientId, listContacts } from '@portal/api';
import type { ReactNode } from 'react';
import { useCall } from '../../data/query.ts';
import { Button } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { User } from '../../ui/icons.ts';
import { useWords } from '../../words/index.ts';
import { Fetched, useFailureMessage, WithFacility } from '../facility/Fetched.tsx';
import { ContactEditor, type ContactEditorProps } from './ContactEditor.tsx';
import { useLookups } from './lookups.ts';
import { WorkFrame } from './WorkFrame.tsx';

type Ways = Omit<ContactEditorProps, 'contact' | 'lookups' | 'facilityLanguageId'>;

/** What stands there until there is a form. */
function Waiting({ title, onCancel, children }: { title: string; onCancel: () => void; children: ReactNode }): ReactNode {
  const { t } = useWords();
  return (
    <WorkFrame
      title={title}
      onLeave={onCancel}
      actions={
        <Button variant="secondary" onClick={onCancel}>
          {t('contacts.cancel')}
        </Button>
      }
    >
      {children}
    </WorkFrame>
  );
}

/** The form of a new contact. */
export function AddContact(ways: Ways): ReactNode {
  const { t } = useWords();
  const lookups = useLookups(ways.patientId);
  useFailureMessage(listContacts.name, lookups.error);
  const title = t('contacts.addTitle');
  const { data } = lookups;
  if (data === undefined) return <Waiting title={title} onCancel={ways.onCancel}>{<Fetched asked={lookups} isEmpty={() => false} empty={null}>{() => null}</Fetched>}</Waiting>;
  return <WithFacility>{({ defaultCommunicationLanguageId }) => <ContactEditor {...ways} contact={null} lookups={data} facilityLanguageId={defaultCommunicationLanguageId} />}</WithFacility>;
}

/** The form of a contact that is there. */
export function EditContact({ contactId, ...ways }: Ways & { contactId: ContactId; patientId: PatientId }): ReactNode {
  const { t } = useWords();
  const lookups = useLookups(ways.patientId);
  const asked = useCall(listContacts, { params: { patientId: ways.patientId } });
  useFailureMessage(listContacts.name, lookups.error ?? (asked.data === undefined ? asked.error : null));
  const title = t('contacts.editTitle');
  const { data } = lookups;
  const contact = asked.data?.find((one) => one.contactId === contactId);
  if (data !== undefined && contact !== undefined) return <ContactEditor {...ways} contact={contact} lookups={data} facilityLanguageId={null} />;
  const gone = (
    <EmptyState icon={User} level={2} title={t('contacts.gone')}>
      {t('contacts.goneText')}
    </EmptyState>
  );
  return (
    <Waiting title={title} onCancel={ways.onCancel}>
      <Fetched asked={asked} isEmpty={() => contact === undefined} empty={gone}>
        {() => (
          <Fetched asked={lookups} isEmpty={() => false} empty={null}>
            {() => null}
          </Fetched>
        )}
      </Fetched>
    </Waiting>
  );
}
