import { type CareProviderId, messageLength, type PatientId, type SecureThreadId, subjectLength } from '@portal/api';
import { type ReactNode, type RefObject, useEffect, useId, useImperativeHandle, useRef, useState } from 'react';
import type { MessageTopic } from '../../records/messageTopic.ts';
import { personNamedIn } from '../../records/careProvider.ts';
import { QueryBoundary } from '../../records/QueryBoundary.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorSummary, type Problem as ListedProblem } from '../../ui/ErrorSummary.tsx';
import { TextArea, TextField } from '../../ui/Field.tsx';
import { Form } from '../../ui/Form.tsx';
import { Mail } from '../../ui/icons.ts';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { type MessageKey, showMessage, useWords } from '../../words/index.ts';
import { BeforeAsking, hintOf } from './BeforeAsking.tsx';
import { BeforeWriting } from './BeforeWriting.tsx';
import { DraftFiles } from './DraftFiles.tsx';
import { DraftNotes, NewerVersion } from './DraftNotes.tsx';
import { LegalNote } from './LegalNote.tsx';
import { Recipients } from './Recipients.tsx';
import type { OpenDraft } from './useMessageDraft.ts';
import { WaitingMessage } from './WaitingMessage.tsx';
import { type Writing, WrittenFor, WritingNote } from './WritingNote.tsx';
import { compose } from './Writing.css.ts';
import { beginningOf, type MessagePart, type MessageProblems, partsWith, problemsOf, titleOf } from './writingRules.ts';
import { useRecipients } from './useRecipients.ts';

export interface ComposeProps {
  readonly patientId: PatientId;
  readonly writing: Writing;
  /** The new message of this person; null until it is open. */
  readonly draft: OpenDraft | 'newerVersion' | null;
  /** The recipient in the address; null where it names none. */
  readonly wanted: CareProviderId | null;
  /** What it was opened to write about; null: nothing. */
  readonly topic: MessageTopic | null;
  /** Opens the new thread; resolves once it shows. */
  readonly onSent: (threadId: SecureThreadId) => Promise<void>;
  /** Called when it was deleted. */
  readonly onGone: () => void;
  /** True when something prevents sending. */
  readonly onFailed?: (failed: boolean) => void;
  /** Send is outside of the form. */
  readonly send: RefObject<(() => void) | null>;
}

/** A new message: recipient, subject, text, files (specification 3, section 2). */
export function Compose(props: ComposeProps): ReactNode {
  const { draft, writing, onSent, onGone } = props;
  const phase = draft === null || draft === 'newerVersion' ? undefined : draft.state.phase;
  const sentIn = phase?.kind === 'sent' ? phase.threadId : null;
  const sent = useRef(onSent);
  useEffect(() => {
    sent.current = onSent;
  });
  useEffect(() => {
    if (sentIn === null) return;
    // After the navigation, which clears the message bar.
    void sent.current(sentIn).then(() => showMessage('securemessagesent'));
  }, [sentIn]);
  if (!writing.mayWrite) return <WritingNote writing={writing} />;
  if (draft === 'newerVersion') return <NewerVersion />;
  if (draft === null || phase === undefined) return <Skeleton lines={8} />;
  if (phase.kind === 'sent') return null;
  if (phase.kind === 'waiting' || phase.kind === 'sending')
    return <WaitingMessage {...draft} writing={writing} onEdit={() => undefined} onGone={onGone} />;
  return <ComposeForm {...props} draft={draft} />;
}

const asksFor: Readonly<Record<MessagePart, readonly [empty: MessageKey, other: MessageKey]>> = {
  to: ['secureMessages.missingTo', 'secureMessages.missingTo'],
  subject: ['secureMessages.missingSubject', 'secureMessages.longSubject'],
  content: ['secureMessages.missingMessage', 'secureMessages.longMessage'],
  files: ['secureMessages.badFile', 'secureMessages.badFile'],
};

function ComposeForm({
  patientId,
  writing,
  draft: { handle, state },
  wanted,
  topic: about,
  onFailed,
  send,
}: ComposeProps & { draft: OpenDraft }): ReactNode {
  const { t } = useWords();
  const formId = useId();
  const query = useRecipients(patientId);
  const [beginning] = useState(() => (about === null ? null : beginningOf(about, state)));
  useEffect(() => {
    if (beginning !== null) handle.begin(beginning);
  }, [beginning, handle]);
  /** Counts the failed tries, so that the summary gets the focus after each. */
  const [tries, setTries] = useState(0);
  const [parts, setParts] = useState<ReadonlySet<MessagePart>>(new Set());
  const now = problemsOf(state, 'new');
  // The problems of the last Send that still exist.
  const shown: MessageProblems = tries === 0 ? {} : now;
  const listed = partsWith(shown).filter((part) => parts.has(part));
  const idOf = (part: MessagePart) => `${formId}${part}`;
  const submit = async () => {
    const found = problemsOf(state, 'new');
    const wrong = partsWith(found);
    onFailed?.(wrong.length > 0);
    if (wrong.length > 0) {
      setParts(new Set(wrong));
      setTries((count) => count + 1);
      return;
    }
    setTries(0);
    const done = await handle.send();
    if (done.kind !== 'failed') return;
    onFailed?.(true);
    showMessage('securemessagesendfailed');
  };
  useImperativeHandle(send, () => () => void submit());
  const errorOf = (part: MessagePart): string | undefined => {
    const problem = shown[part];
    return problem === undefined ? undefined : t(problem.text, problem.values);
  };
  const problems = listed.map((part): ListedProblem => {
    const [empty, other] = asksFor[part];
    return { href: `#${idOf(part)}`, text: t(shown[part]?.text === 'core.required' ? empty : other) };
  });
  const recipients = query.data?.recipients ?? [];
  const request = about?.request ?? null;
  const asked = about?.person ? (personNamedIn(about.person, recipients)?.careProviderId ?? null) : null;
  const chosen = recipients.find(({ careProviderId }) => careProviderId === state.careProviderId) ?? null;
  return (
    <QueryBoundary
      query={query}
      notFound="failed"
      keepsData
      texts={{ savedCopy: null }}
      isEmpty={(all) => !all.recipients.some(({ takesMessages }) => takesMessages)}
      empty={
        <EmptyState icon={Mail} level={2} title={t('secureMessages.noRecipients')}>
          {t('secureMessages.noRecipientsText')}
        </EmptyState>
      }
    >
      {() => (
        <Form
          className={compose}
          onSubmit={(event) => {
            event.preventDefault();
            void submit();
          }}
        >
          {problems.length === 0 ? null : (
            <ErrorSummary
              title={t(titleOf(listed.map((part) => shown[part])), { count: problems.length })}
              problems={problems}
              focus={tries}
            />
          )}
          <WrittenFor writing={writing} />
          {request === null ? null : (
            <BeforeAsking patientId={patientId} request={request} offers={query.data?.requests ?? []} />
          )}
          <div>
            <DraftNotes state={state} handle={handle} />
            <Recipients
              id={idOf('to')}
              recipients={recipients}
              state={state}
              wanted={wanted ?? asked}
              error={errorOf('to')}
              onChoose={(careProviderId) => handle.write({ careProviderId })}
            />
          </div>
          <TextField
            id={idOf('subject')}
            label={t('secureMessages.subject')}
            required
            error={errorOf('subject')}
            limit={subjectLength}
            autoComplete="off"
            value={state.subject}
            onChange={(subject) => handle.write({ subject })}
          />
          <BeforeWriting
            patientId={patientId}
            // Of a request, the promised time stands above.
            answerer={chosen === null || request === null ? chosen : { ...chosen, answersWithinDays: null }}
          />
          <TextArea
            id={idOf('content')}
            label={t(request === null ? 'secureMessages.message' : 'secureMessages.yourRequest')}
            hint={request === null ? null : hintOf(request, query.data?.requests ?? [], t)}
            required
            error={errorOf('content')}
            rows={8}
            limit={messageLength}
            value={state.content}
            onChange={(content) => handle.write({ content })}
          />
          <DraftFiles id={idOf('files')} files={state.files} handle={handle} hasTitle />
          <LegalNote />
        </Form>
      )}
    </QueryBoundary>
  );
}
