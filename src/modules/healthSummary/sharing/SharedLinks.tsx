import { type PatientId, type SummaryLink, endSummaryLink, listSummaryLinks } from '@portal/api';
import { type ReactNode, useRef, useState } from 'react';
import { useFacility } from '../../../data/facility.ts';
import { failureOf, messageFor } from '../../../data/errors.ts';
import { useCall, useSend } from '../../../data/query/query.ts';
import { Banner } from '../../../ui/Banner.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Row, Rows } from '../../../ui/Row.tsx';
import { VisuallyHidden } from '../../../ui/VisuallyHidden.tsx';
import { formatInstant, useWords } from '../../../words/index.ts';
import { links } from './sharing.css.ts';

/** The links that were made before: how often each was opened, and a press that ends it. Nothing while there is none. */
export function SharedLinks({ patientId }: { readonly patientId: PatientId }): ReactNode {
  const { t } = useWords();
  const { data } = useCall(listSummaryLinks, { params: { patientId } });
  const end = useSend(endSummaryLink);
  const heading = useRef<HTMLHeadingElement>(null);
  const [ended, setEnded] = useState<string | null>(null);
  if (data === undefined || data.length === 0) return null;
  const failure = end.error === null ? null : failureOf(end.error);
  const message = failure === null ? null : messageFor(failure);
  const stop = ({ summaryLinkId, recipient }: SummaryLink) => {
    setEnded(null);
    end.mutate(
      { params: { patientId, summaryLinkId } },
      {
        onSuccess: () => {
          setEnded(recipient);
          // The pressed button is gone.
          heading.current?.focus();
        },
      },
    );
  };
  return (
    <section className={links}>
      <h3 ref={heading} tabIndex={-1}>
        {t('healthSummary.shareLinks')}
      </h3>
      <div role="status">
        {ended === null ? null : <Banner kind="success">{t('healthSummary.shareEnded', { recipient: ended })}</Banner>}
      </div>
      <div role="alert">
        {message === null ? null : <Banner kind="error">{t('healthSummary.shareNotEnded')}</Banner>}
      </div>
      <Rows>
        {data.map((link) => (
          <LinkRow key={link.summaryLinkId} link={link} isBusy={end.isPending} onEnd={() => stop(link)} />
        ))}
      </Rows>
    </section>
  );
}

function LinkRow({
  link: { recipient, endsAt, opened, openings, isOpen },
  isBusy,
  onEnd,
}: {
  readonly link: SummaryLink;
  readonly isBusy: boolean;
  readonly onEnd: () => void;
}): ReactNode {
  const { t, locale } = useWords();
  const timeZone = useFacility()?.timeZoneId ?? 'UTC';
  return (
    <Row
      title={recipient}
      sub={t(isOpen ? 'healthSummary.shareUsed' : 'healthSummary.shareOver', {
        opened,
        openings,
        when: formatInstant(locale, endsAt, timeZone),
      })}
      trailing={
        isOpen ? (
          <Button variant="dangerQuiet" size="small" busy={isBusy} onClick={onEnd}>
            {t('healthSummary.shareEnd')}
            <VisuallyHidden> {recipient}</VisuallyHidden>
          </Button>
        ) : undefined
      }
    />
  );
}
