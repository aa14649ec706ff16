import { type ContactId, type PatientId, listContacts } from '@portal/api';
import type { ReactNode } from 'react';
import { useCall } from '../../data/query/query.ts';
import { Button } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { User } from '../../ui/icons.ts';
import { useWords } from '../../words/index.ts';
import { FacilityBoundary } from '../../records/FacilityBoundary.tsx';
import { QueryBoundary } from '../../records/QueryBoundary.tsx';
import { ContactEditor, type ContactEditorProps } from './ContactEditor.tsx';
import { useLookups } from './lookups.ts';
import { WorkFrame } from './WorkFrame.tsx';

type Ways = Omit<ContactEditorProps, 'contact' | 'lookups' | 'facilityLanguageId'>;

/** Shown until the form can be. */
function Waiting({
  title,
  person,
  onCancel,
  children,
}: Pick<Ways, 'person' | 'onCancel'> & {
  title: string;
  children: ReactNode;
}): ReactNode {
  const { t } = useWords();
  return (
    <WorkFrame
      title={title}
      person={person}
      onLeave={onCancel}
      actions={
        <Button variant="secondary" onClick={onCancel}>
          {t('core.cancel')}
        </Button>
      }
    >
      {children}
    </WorkFrame>
  );
}

export function AddContact(ways: Ways): ReactNode {
  const { t } = useWords();
  const lookups = useLookups(ways.patientId);
  const title = t('contacts.addTitle');
  const { data } = lookups;
  if (data === undefined)
    return (
      <Waiting title={title} person={ways.person} onCancel={ways.onCancel}>
        {<QueryBoundary query={lookups}>{() => null}</QueryBoundary>}
      </Waiting>
    );
  return (
    <FacilityBoundary>
      {({ defaultCommunicationLanguageId }) => (
        <ContactEditor {...ways} contact={null} lookups={data} facilityLanguageId={defaultCommunicationLanguageId} />
      )}
    </FacilityBoundary>
  );
}

export function EditContact({ contactId, ...ways }: Ways & { contactId: ContactId; patientId: PatientId }): ReactNode {
  const { t } = useWords();
  const lookups = useLookups(ways.patientId);
  const asked = useCall(listContacts, { params: { patientId: ways.patientId } });
  const title = t('contacts.editTitle');
  const { data } = lookups;
  const contact = asked.data?.find((one) => one.contactId === contactId);
  if (data !== undefined && contact !== undefined)
    return <ContactEditor {...ways} contact={contact} lookups={data} facilityLanguageId={null} />;
  const gone = (
    <EmptyState icon={User} level={2} title={t('contacts.gone')}>
      {t('contacts.goneText')}
    </EmptyState>
  );
  return (
    <Waiting title={title} person={ways.person} onCancel={ways.onCancel}>
      <QueryBoundary query={asked} isEmpty={() => contact === undefined} empty={gone}>
        {() => <QueryBoundary query={lookups}>{() => null}</QueryBoundary>}
      </QueryBoundary>
    </Waiting>
  );
}
