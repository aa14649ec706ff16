import type { MessageHit, SecureThreadId } from '@portal/api';
import type { ReactNode } from 'react';
import { useFacility } from '../../data/facility.ts';
import { paneList, paneRow } from '../../records/panes/panes.css.ts';
import { useNow } from '../../data/useNow.ts';
import type { LinkProps } from '../../records/links.ts';
import { type Zone, zoneOf } from '../../records/zone.ts';
import { Card } from '../../ui/Card.tsx';
import { Chevron } from '../../ui/Chevron.tsx';
import { classes } from '../../ui/classes.ts';
import { Icon } from '../../ui/Icon.tsx';
import { Archive, Mail } from '../../ui/icons.ts';
import { row, rowMain, rowSub, rowTitle } from '../../ui/Row.css.ts';
import { useWords } from '../../words/index.ts';
import { piecesOf } from './marks.ts';
import * as look from './Messages.css.ts';
import { listWhen } from './unread.ts';
import type { MessageSearch } from './useMessageSearch.ts';

/** How many messages match, and where they are. The live region is there before its first text. */
export function SearchStatus({ search }: { search: MessageSearch }): ReactNode {
  const { t } = useWords();
  const text = () => {
    switch (search.kind) {
      case 'none':
        return '';
      case 'offline':
        return t('secureMessages.searchOffline');
      case 'failed':
        return t('secureMessages.searchFailed');
      case 'found': {
        const { total, archived, hits } = search.answer;
        const counted = t('secureMessages.hits', { count: total, archived, words: search.words });
        return total > hits.length ? `${counted} ${t('secureMessages.newestHits', { shown: hits.length })}` : counted;
      }
    }
  };
  return (
    <p className={look.searchStatus} role="status">
      {text()}
    </p>
  );
}

/** The matching messages, each with the text around the match. */
export function SearchHits({
  hits,
  selected,
  linkTo,
}: {
  hits: readonly MessageHit[];
  selected: SecureThreadId | null;
  linkTo: (id: SecureThreadId) => LinkProps;
}): ReactNode {
  const zone = zoneOf(useFacility()?.timeZoneId ?? 'UTC');
  const now = useNow();
  return hits.length === 0 ? null : (
    <Card flush className={paneList}>
      <ul className={look.threadRows}>
        {hits.map((hit) => (
          <Hit
            key={hit.messageId}
            hit={hit}
            zone={zone}
            now={now}
            isCurrent={hit.threadId === selected}
            link={linkTo(hit.threadId)}
          />
        ))}
      </ul>
    </Card>
  );
}

function Hit({
  hit: { subjectText, isArchived, senderDisplayName, isWrittenByReader, messageDate, excerpt, marks },
  zone,
  now,
  isCurrent,
  link,
}: {
  hit: MessageHit;
  zone: Zone;
  now: number;
  isCurrent: boolean;
  link: LinkProps;
}): ReactNode {
  const { t, locale } = useWords();
  return (
    <li>
      <a {...link} className={classes(row, paneRow)} aria-current={isCurrent || undefined}>
        <span className={rowMain}>
          <span className={rowTitle}>{subjectText}</span>
          <span className={rowSub}>
            {isArchived ? `${t('secureMessages.archive')} · ` : ''}
            {isWrittenByReader === true ? t('secureMessages.you') : senderDisplayName} ·{' '}
            <span className={look.unbroken}>{listWhen(locale, messageDate, zone, now)}</span>
          </span>
          <span className={look.rowSays}>
            <Icon of={isArchived ? Archive : Mail} size="xs" />
            <span>
              {piecesOf(excerpt, marks).map(({ text, isMarked }, index) =>
                isMarked ? <mark key={index}>{text}</mark> : text,
              )}
            </span>
          </span>
        </span>
        <Chevron />
      </a>
    </li>
  );
}
