import type { FollowUpPlan as Plan } from '@portal/api';
import { type ReactNode, useCallback, useId, useRef, useState } from 'react';
import { sub } from '../../records/records.css.ts';
import { writtenDate } from '../../records/zone.ts';
import { Button } from '../../ui/Button.tsx';
import { ContentText } from '../../ui/contentLang.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { ChevronDown } from '../../ui/icons.ts';
import { turned } from '../../ui/Popover.css.ts';
import { PopoverSurface, useDismiss } from '../../ui/Popover.tsx';
import { RichText } from '../../ui/RichText.tsx';
import { useWords } from '../../words/index.ts';
import { details, printedDetails } from './FollowUpPlan.css.ts';

const hasDetails = ({ startDate, memoToPatient, templates }: Plan): boolean =>
  startDate !== null || (memoToPatient ?? '').trim() !== '' || templates.length > 0;

/** Start date, instructions and guidelines, on demand. */
export function PlanDetails({ plan }: { plan: Plan }): ReactNode {
  const { t } = useWords();
  const [open, setOpen] = useState(false);
  const id = useId();
  const frame = useRef<HTMLDivElement>(null);
  const opener = useRef<HTMLButtonElement>(null);
  const close = useCallback(() => setOpen(false), []);
  useDismiss(open, frame, opener, close);
  if (!hasDetails(plan)) return null;
  return (
    <div ref={frame}>
      <Button
        ref={opener}
        variant="secondary"
        size="small"
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        onClick={() => setOpen(!open)}
        iconAfter={
          <span className={turned}>
            <Icon of={ChevronDown} size="s" />
          </span>
        }
      >
        {t('table.details')}
      </Button>
      {open ? (
        <PopoverSurface id={id}>
          <section className={details} aria-label={t('followUpPlan.detailsOf')}>
            <DetailList plan={plan} />
          </section>
        </PopoverSurface>
      ) : null}
    </div>
  );
}

/** The same on paper, where nothing can be opened. */
export const PrintedDetails = ({ plan }: { plan: Plan }): ReactNode =>
  hasDetails(plan) ? (
    <div className={printedDetails}>
      <DetailList plan={plan} />
    </div>
  ) : null;

function DetailList({ plan: { startDate, memoToPatient, templates } }: { plan: Plan }): ReactNode {
  const { t, locale } = useWords();
  return (
    <dl>
      {startDate === null ? null : (
        <div>
          <dt>{t('followUpPlan.startDate')}</dt>
          <dd>{writtenDate(locale, startDate)}</dd>
        </div>
      )}
      {memoToPatient === null || memoToPatient.trim() === '' ? null : (
        <div>
          <dt>{t('followUpPlan.instructions')}</dt>
          <dd>
            <RichText html={memoToPatient} />
          </dd>
        </div>
      )}
      {templates.length === 0 ? null : (
        <div>
          <dt>{t('followUpPlan.guidelines')}</dt>
          <dd>
            <ul>
              {templates.map(({ templateDisplayName, effectiveDate }, index) => (
                <li key={index}>
                  <ContentText>{templateDisplayName}</ContentText>
                  {effectiveDate === null ? null : (
                    <span className={sub}>
                      {t('followUpPlan.effective', { date: writtenDate(locale, effectiveDate) })}
                    </span>
                  )}
                </li>
              ))}
            </ul>
          </dd>
        </div>
      )}
    </dl>
  );
}
