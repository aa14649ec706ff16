import type { UnsentMessage } from '../../../data/messages/types.ts';
import type { ToDoFacts, ToDoItem, Unsent } from '../../../layout/module.ts';
import { CircleAlert, CloudUpload } from '../../../ui/icons.ts';
import { requestsSearch, threadSearch } from './threadAddress.ts';

/** True for a message that the person has sent and the facility does not have yet. A draft is not a thing to do. */
const isSentOff = ({ submission }: UnsentMessage): boolean => submission !== 'none';

function item({ t }: ToDoFacts, { threadId, request = null, subject, submission }: UnsentMessage): ToDoItem {
  const isRefused = submission === 'refused';
  const title =
    threadId !== null ? 'secureMessages.toDoReply' : subject.trim() === '' ? 'secureMessages.noSubjectYet' : null;
  return {
    key: `message ${String(threadId ?? 'new')} ${request === null ? '' : `${request.kind} ${request.about ?? ''}`}`.trim(),
    title: title === null ? subject : t(title),
    line: t(isRefused ? 'secureMessages.notSent' : 'secureMessages.waiting'),
    icon: isRefused ? CircleAlert : CloudUpload,
    rank: 1,
    day: null,
    action: isRefused
      ? {
          kind: 'page',
          label: t('records.openFile'),
          path: request === null ? '/secure-message' : '/secure-messages',
          search: request !== null ? requestsSearch : threadId === null ? {} : threadSearch(threadId),
          needsConnection: false,
        }
      : {
          kind: 'press',
          label: t('secureMessages.sendNow'),
          press: async () => (await import('../../../data/outbox/outbox.ts')).sendAllNow(),
          offlineReason: t('secureMessages.toDoSendsItself'),
        },
  };
}

/** Messages that wait to be sent, or could not be. */
export const items = (_: unknown, facts: ToDoFacts): readonly ToDoItem[] =>
  facts.unsentMessages.filter(isSentOff).map((message) => item(facts, message));

/** All of `items`, because the facility knows of none. */
export const uncounted = (_: unknown, { unsentMessages }: Unsent): number => unsentMessages.filter(isSentOff).length;
