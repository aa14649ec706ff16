import { countUnreadMessages, listMessageRecipients, listThreads, type SecureThreadId } from '@portal/api';
import { type ReactNode, useCallback } from 'react';
import { useActingFor, useRepresented } from '../../../data/profile.ts';
import { queryFor } from '../../../data/query/query.ts';
import { useLinkTo } from '../../../layout/signedIn/useLinkTo.ts';
import { useLink } from '../../../layout/routing/useLink.ts';
import { useNavigate } from '../../../layout/routing/useNavigate.ts';
import { useSearchTexts } from '../../../layout/routing/useSearchTexts.ts';
import { prefetch } from '../../../records/prefetch.ts';
import { PrintHead } from '../../../records/PrintHead.tsx';
import { SecureMessages } from '../SecureMessages.tsx';
import { threadsOf } from '../threadActs.ts';
import { opensRequests, threadIn, threadSearch } from './threadAddress.ts';
import { useWriting } from './useWriting.ts';

export const load = (): void =>
  prefetch((patientId) => [
    queryFor(listThreads, threadsOf(patientId)),
    queryFor(countUnreadMessages, { params: { patientId } }),
    queryFor(listMessageRecipients, { params: { patientId } }),
  ]);

export function Page(): ReactNode {
  const patientId = useActingFor();
  const isOwn = useRepresented() === null;
  const writing = useWriting();
  const link = useLink();
  const navigate = useNavigate();
  const search = useSearchTexts();
  const mayFillIn = useLinkTo()('/complete-questionnaire') !== null;
  const linkTo = useCallback((id: SecureThreadId) => link('/secure-messages', threadSearch(id)).props, [link]);
  const goTo = useCallback(
    (id: SecureThreadId | null, isFirst = false) =>
      navigate({
        to: '/secure-messages',
        search: id === null ? {} : threadSearch(id),
        replace: isFirst,
        resetScroll: false,
      }),
    [navigate],
  );
  if (patientId === null) return null;
  return (
    <>
      <PrintHead patientId={patientId} />
      <SecureMessages
        key={patientId}
        patientId={patientId}
        isOwn={isOwn}
        writing={writing}
        opened={threadIn(search)}
        opensOne={search['isAutoRedirect'] === 'true'}
        linkTo={linkTo}
        list={link('/secure-messages').props}
        goTo={goTo}
        goToNew={link('/secure-message').go}
        write={link('/secure-message').props}
        fillIn={
          mayFillIn
            ? (id) => void navigate({ to: '/complete-questionnaire', search: { assignedQuestionnaireId: String(id) } })
            : null
        }
        opensRequests={opensRequests(search)}
      />
    </>
  );
}
