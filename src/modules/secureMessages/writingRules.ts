import { messageLength, subjectLength } from '@portal/api';
import type { Beginning, MessageDraftState } from '../../data/messages/types.ts';
import type { MessageTopic } from '../../records/messageTopic.ts';
import { isEmpty, type Problem } from '../../ui/form/rules.ts';

/** The parts of a message that can prevent sending, in their order on the page. */
const messageParts = ['to', 'subject', 'content', 'files'] as const;
export type MessagePart = (typeof messageParts)[number];
export type MessageProblems = Readonly<Partial<Record<MessagePart, Problem>>>;

const ofText = (text: string, most: number): Problem | undefined =>
  isEmpty(text)
    ? { text: 'core.required' }
    : text.length > most
      ? { text: 'form.maxLength', values: { limit: most } }
      : undefined;

/** What prevents sending (specification 3, section 5). A reply needs only text and files. */
export function problemsOf(
  {
    careProviderId,
    subject,
    content,
    files,
  }: Pick<MessageDraftState, 'careProviderId' | 'subject' | 'content' | 'files'>,
  kind: 'new' | 'reply',
): MessageProblems {
  const found: Partial<Record<MessagePart, Problem>> = {};
  if (kind === 'new' && careProviderId === null) found.to = { text: 'core.required' };
  const ofSubject = kind === 'new' ? ofText(subject, subjectLength) : undefined;
  if (ofSubject !== undefined) found.subject = ofSubject;
  const ofContent = ofText(content, messageLength);
  if (ofContent !== undefined) found.content = ofContent;
  if (files.some(({ state }) => state.kind === 'refused')) found.files = { text: 'secureMessages.badFile' };
  return found;
}

/** How a new message about something begins; null where one is begun, which keeps its subject and its recipient. */
export const beginningOf = (
  { subject, content }: MessageTopic,
  begun: Pick<MessageDraftState, 'subject' | 'content' | 'files'>,
): Beginning | null =>
  begun.subject !== '' || begun.content !== '' || begun.files.length > 0
    ? null
    : { subject: subject.slice(0, subjectLength), content: content?.() ?? '' };

/** The heading above the problems: something is missing, or something is wrong. */
export const titleOf = (
  problems: readonly (Problem | undefined)[],
): 'secureMessages.missing' | 'secureMessages.toChange' =>
  problems.every((problem) => problem?.text === 'core.required') ? 'secureMessages.missing' : 'secureMessages.toChange';

export const partsWith = (problems: MessageProblems): readonly MessagePart[] =>
  messageParts.filter((part) => problems[part] !== undefined);
