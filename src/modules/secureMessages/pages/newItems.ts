import { MessageThread } from '@portal/api';
import * as v from 'valibot';
import type { NewsRules } from '../../../layout/module.ts';
import { zoneOf } from '../../../records/zone.ts';
import { formatPersonName } from '../../../words/index.ts';
import { threadWhen, unreadOf } from '../unread.ts';

/** The threads with something new, by their writers: subjects are shown only on their own page. */
export const newItems: NewsRules['newItems'] = (answer, { t, locale, now, timeZone }, patientId) =>
  v
    .parse(v.array(MessageThread), answer)
    .filter((thread) => unreadOf(thread, patientId) > 0)
    .map((thread) => {
      const from = thread.members.find((member) => member.patientId === null);
      return {
        key: `thread ${thread.threadId}`,
        title:
          from === undefined
            ? t('secureMessages.news', { count: unreadOf(thread, patientId) })
            : t('secureMessages.newItem', { name: formatPersonName(locale, from) }),
        line: threadWhen(locale, thread, zoneOf(timeZone), now),
        when: thread.lastMessageAt ?? thread.lastMessageDate.datePart,
        search: { threadId: String(thread.threadId) },
      };
    });
