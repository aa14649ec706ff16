import {
  type AssignedQuestionnaireId,
  type PatientId,
  placedRequests,
  type RequestOffer,
  type SecureThreadId,
} from '@portal/api';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import type { UnsentMessage } from '../../data/messages/types.ts';
import { useFacility } from '../../data/facility.ts';
import { type MessageTopic, linkWithTopic } from '../../records/messageTopic.ts';
import { paneList, paneRow } from '../../records/panes/panes.css.ts';
import { useNow } from '../../data/useNow.ts';
import type { LinkProps } from '../../records/links.ts';
import { zoneOf } from '../../records/zone.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { Chevron } from '../../ui/Chevron.tsx';
import { classes } from '../../ui/classes.ts';
import { Count } from '../../ui/Count.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ClipboardList, HandHelping, Send } from '../../ui/icons.ts';
import { row, rowMain, rowTitle } from '../../ui/Row.css.ts';
import { screenOnly } from '../../ui/text.css.ts';
import { TextLink } from '../../ui/TextLink.tsx';
import { useWords } from '../../words/index.ts';
import { askElse, requestCount, threadRows } from './Messages.css.ts';
import { RequestLines } from './RequestLines.tsx';
import { isOpenRequest, type RequestThread } from './requests.ts';
import { unreadOf } from './unread.ts';
import { SaysLine, unsentSays } from './unsentSays.tsx';
import { useRecipients } from './useRecipients.ts';

const BeginForm = lazy(async () => ({ default: (await import('./BeginForm.tsx')).BeginForm }));

export interface RequestListProps {
  readonly patientId: PatientId;
  readonly requests: readonly RequestThread[];
  /** The person's requests that are not sent yet. */
  readonly unsent: readonly UnsentMessage[];
  readonly selected: SecureThreadId | null;
  readonly linkTo: (id: SecureThreadId) => LinkProps;
  /** The link to a new message. */
  readonly write: LinkProps;
  readonly mayWrite: boolean;
  /** Opens a questionnaire; null where the person may fill in none. */
  readonly fillIn: ((id: AssignedQuestionnaireId) => void) | null;
}

const topicOf = ({ subject, request = null }: UnsentMessage): MessageTopic => ({
  subject,
  person: null,
  ...(request === null ? {} : { request }),
});

/** What the patient has asked the facility for, how far each has come, and what happens next. */
export function RequestList(props: RequestListProps): ReactNode {
  const { patientId, requests, unsent, selected, linkTo, write, mayWrite, fillIn } = props;
  const words = useWords();
  const { t } = words;
  const zone = zoneOf(useFacility()?.timeZoneId ?? 'UTC');
  const now = useNow();
  const open = requests.filter(isOpenRequest).length;
  return (
    <>
      {requests.length + unsent.length === 0 ? (
        <Card>
          <EmptyState icon={HandHelping} level={2} title={t('secureMessages.openRequests', { count: 0 })}>
            {t(mayWrite ? 'secureMessages.noRequests' : 'secureMessages.noRequestsToRead')}
          </EmptyState>
        </Card>
      ) : (
        <>
          <p role="status" className={requestCount}>
            {t('secureMessages.openRequests', { count: open })}
          </p>
          <Card flush className={paneList}>
            <ul className={threadRows}>
              {unsent.map((message) => (
                <li key={`${message.request?.kind ?? ''} ${message.request?.about ?? ''}`}>
                  <a {...linkWithTopic(write, topicOf(message))} className={classes(row, paneRow)}>
                    <span className={rowMain}>
                      <span className={rowTitle}>
                        {message.subject === '' ? t('secureMessages.noSubjectYet') : message.subject}
                      </span>
                      <SaysLine says={unsentSays(words, message)} />
                    </span>
                    <Chevron />
                  </a>
                </li>
              ))}
              {requests.map((thread) => {
                const { threadId, subjectText, request } = thread;
                const unread = unreadOf(thread, patientId);
                return (
                  <li key={threadId}>
                    <a
                      {...linkTo(threadId)}
                      className={classes(row, paneRow)}
                      data-new={unread > 0 || undefined}
                      aria-current={threadId === selected || undefined}
                    >
                      <span className={rowMain}>
                        <span className={rowTitle}>{subjectText}</span>
                        <RequestLines request={request} zone={zone} now={now} />
                      </span>
                      <Count value={unread} hiddenWords={t('secureMessages.unread', { count: unread })} />
                      <Chevron />
                    </a>
                  </li>
                );
              })}
            </ul>
          </Card>
        </>
      )}
      {mayWrite ? <AskElse patientId={patientId} write={write} fillIn={fillIn} /> : null}
    </>
  );
}

/** What can be asked for without a visit, medicine, result or note that it is about. */
function AskElse({ patientId, write, fillIn }: Pick<RequestListProps, 'patientId' | 'write' | 'fillIn'>): ReactNode {
  const { t } = useWords();
  const [begun, setBegun] = useState<RequestOffer | null>(null);
  const { data } = useRecipients(patientId);
  const offers = (data?.requests ?? []).flatMap((offer) => {
    const { kind, title, hasForm = false } = offer;
    if (kind === 'restriction')
      return [
        { kind, label: t('records.request_restriction'), subject: t('records.requestAbout_restriction'), form: null },
      ];
    if (placedRequests.some((placed) => placed === kind) || title === null) return [];
    if (hasForm && fillIn === null) return [];
    return [{ kind, label: title, subject: title, form: hasForm ? offer : null }];
  });
  if (offers.length === 0 || !data?.recipients.some(({ takesMessages }) => takesMessages)) return null;
  return (
    <section className={classes(askElse, screenOnly)} aria-labelledby="ask-else">
      <h2 id="ask-else">{t('secureMessages.askElse')}</h2>
      {offers.map(({ kind, label, subject, form }) =>
        form !== null ? (
          <p key={kind}>
            <Button variant="quiet" size="small" icon={ClipboardList} onClick={() => setBegun(form)}>
              {label}
            </Button>
          </p>
        ) : (
          <p key={kind}>
            <TextLink
              standalone
              icon={Send}
              {...linkWithTopic(write, { subject, person: null, request: { kind, about: null } })}
            >
              {label}
            </TextLink>
          </p>
        ),
      )}
      {begun === null || fillIn === null ? null : (
        <Suspense>
          <BeginForm patientId={patientId} offer={begun} onBegun={fillIn} onClose={() => setBegun(null)} />
        </Suspense>
      )}
    </section>
  );
}
