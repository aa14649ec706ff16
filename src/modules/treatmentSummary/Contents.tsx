import type { ShownGroup } from '@portal/api';
import type { ReactNode } from 'react';
import { card } from '../../ui/Card.css.ts';
import { classes } from '../../ui/classes.ts';
import { Dot } from '../../ui/Dot.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { ChevronDown } from '../../ui/icons.ts';
import { useWindowSize } from '../../ui/useWindowSize.ts';
import { formatNumber, useWords } from '../../words/index.ts';
import { contents, contentsCount, contentsLine } from './TreatmentSummary.css.ts';

export interface ContentsProps {
  readonly groups: readonly ShownGroup[];
  readonly hasNew: (group: ShownGroup) => boolean;
  readonly onGo: (group: ShownGroup) => void;
}

/** What is on the page: closed on a phone, a column beside the groups where there is room. */
export function Contents({ groups, hasNew, onGo }: ContentsProps): ReactNode {
  const { t, locale } = useWords();
  const size = useWindowSize();
  const isBeside = size === 'Medium' || size === 'Large';
  return (
    <details key={String(isBeside)} className={classes(card, contents)} open={isBeside}>
      <summary>
        {t('treatmentSummary.contents', { count: groups.length })}
        <Icon of={ChevronDown} size="xs" />
      </summary>
      <nav aria-label={t('treatmentSummary.contentsName')}>
        <ol>
          {groups.map((group) => (
            <li key={group.key}>
              <button type="button" className={contentsLine} onClick={() => onGo(group)}>
                {hasNew(group) ? <Dot label={t('treatmentSummary.notSeenYet')} /> : null}
                <span>{t(`treatmentSummary.group_${group.key}`)}</span>
                <span className={contentsCount}>{formatNumber(locale, group.items.length)}</span>
              </button>
            </li>
          ))}
        </ol>
      </nav>
    </details>
  );
}
