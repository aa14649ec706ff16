import {
  getHealthSummaryHtml,
  type HealthSummaryDocument,
  type HealthSummaryHead,
  healthSummaryViewed,
  shareSummary,
  type CcdaId,
  getHealthSummaryFile,
  type IfSystemId,
  type PatientId,
} from '@portal/api';
import { type ReactNode, Suspense, lazy, useEffect, useMemo, useState, useId } from 'react';
import { auditOpened } from '../../data/auditOpened.ts';
import { useConnection } from '../../data/connection.ts';
import { keysByBody } from '../../data/idempotencyKey.ts';
import { isOffered } from '../../data/version.ts';
import { useCall } from '../../data/query/query.ts';
import { QueryBoundary } from '../../records/QueryBoundary.tsx';
import { Button, ButtonRow } from '../../ui/Button.tsx';
import { FileDown, Mail, Share, ShieldCheck } from '../../ui/icons.ts';
import { useWords } from '../../words/index.ts';
import type { SummaryKey } from './address.ts';
import { NoSummary } from './RequestedSummary.tsx';
import { acts, pdfText } from './HealthSummary.css.ts';
import { type ShownDocument, shownDocument } from './shownDocument.ts';
import { SummaryDocument } from './SummaryDocument.tsx';
import type { EmailForm, TransmitKind } from './transmitting.ts';
import { type HealthSummaryProps, Views } from './Views.tsx';
import { useFileWindow } from '../../records/useFileWindow.tsx';
import { Card } from '../../ui/Card.tsx';
import { printOnly, screenOnly } from '../../ui/text.css.ts';
import { classes } from '../../ui/classes.ts';
import { DocumentHead } from './DocumentHead.tsx';

interface PdfDocumentProps {
  readonly patientId: PatientId;
  readonly ifSystemId: IfSystemId;
  readonly ccdaId: CcdaId;
  readonly shown: ShownDocument;
  readonly timeZone: string;
  readonly takesFocus: boolean;
}

/** A PDF opens in a window of its own, where every browser has a viewer for it. */
function PdfDocument({ patientId, ifSystemId, ccdaId, shown, timeZone, takesFocus }: PdfDocumentProps): ReactNode {
  const { t } = useWords();
  const headId = useId();
  const file = useFileWindow();
  return (
    <article aria-labelledby={headId}>
      <DocumentHead shown={shown} id={headId} timeZone={timeZone} takesFocus={takesFocus} />
      {file.notice}
      <p className={printOnly}>{t('healthSummary.pdfOnPaper')}</p>
      <Card className={classes(pdfText, screenOnly)}>
        <p>{t('healthSummary.pdfText')}</p>
        <Button icon={FileDown} onClick={() => file.open(getHealthSummaryFile, { patientId, ifSystemId }, { ccdaId })}>
          {t('healthSummary.pdfOpen')}
        </Button>
      </Card>
    </article>
  );
}

const Transmit = lazy(async () => ({ default: (await import('./Transmit.tsx')).Transmit }));
const ShareLink = lazy(async () => ({ default: (await import('./sharing/ShareLink.tsx')).ShareLink }));
const Download = lazy(async () => ({ default: (await import('./Download.tsx')).Download }));

interface CurrentSummaryProps extends HealthSummaryProps {
  readonly summary: SummaryKey;
  /** The document's entry in the list from which it was chosen. */
  readonly listed: HealthSummaryHead | null;
  readonly systemName: string | null;
  readonly options: ReactNode;
  readonly takesFocus: boolean;
}

/** The document that is shown, with its buttons. */
export function CurrentSummary(props: CurrentSummaryProps): ReactNode {
  const { patientId, userId, summary, systemName, options } = props;
  const { language } = useWords();
  const { ifSystemId, identifier } = summary;
  const query = useCall(getHealthSummaryHtml, {
    params: { patientId, ifSystemId },
    query: { ...identifier, language },
  });
  const { data } = query;
  const isThere = data !== undefined;
  const sourceName = data?.head?.sourceName ?? systemName;
  useEffect(() => {
    if (isThere && sourceName !== null)
      auditOpened(healthSummaryViewed, userId, patientId, { ...identifier, sourceSystemName: sourceName });
    // Audited once each time that a document is opened.
    // oxlint-disable-next-line react/exhaustive-deps -- the page has another element for another document
  }, [isThere]);
  return (
    <QueryBoundary
      query={query}
      empty={
        <NoSummary options={options} views={<Views address={props.address} shown="document" linkTo={props.linkTo} />} />
      }
      lines={10}
    >
      {(answer) => <Whole {...props} answer={answer} />}
    </QueryBoundary>
  );
}

function Whole({ answer, ...props }: CurrentSummaryProps & { answer: HealthSummaryDocument }): ReactNode {
  const { patientId, userId, timeZone, takesFocus, summary, listed, systemName } = props;
  const shown = useMemo(
    () => shownDocument(answer, summary, listed, systemName),
    [answer, summary, listed, systemName],
  );
  return (
    <>
      <Acts {...props} head={shown.head} />
      <Views address={props.address} shown="document" linkTo={props.linkTo} />
      <Content {...{ patientId, userId, timeZone, takesFocus, shown }} {...summary} />
    </>
  );
}

function Content({
  shown,
  ifSystemId,
  identifier,
  ...reading
}: Pick<CurrentSummaryProps, 'patientId' | 'userId' | 'timeZone' | 'takesFocus'> &
  SummaryKey & { shown: ShownDocument }): ReactNode {
  const { html } = shown;
  if (html !== null) return <SummaryDocument {...reading} shown={{ ...shown, html }} />;
  // Only a received document can be a PDF.
  return 'ccdaId' in identifier ? (
    <PdfDocument {...reading} ifSystemId={ifSystemId} ccdaId={identifier.ccdaId} shown={shown} />
  ) : null;
}

function Acts({
  patientId,
  isOwn,
  ownEmail,
  onEmailChanged,
  options,
  head,
}: CurrentSummaryProps & { head: HealthSummaryHead }): ReactNode {
  const { t } = useWords();
  const isOffline = useConnection() === 'offline';
  const [open, setOpen] = useState<'download' | 'share' | TransmitKind | null>(null);
  const [typed, setTyped] = useState<Partial<Readonly<Record<TransmitKind, EmailForm | null>>>>({});
  // Stays while a form is closed and opened again, until what it says was sent or cancelled.
  const [keyOf, setKeyOf] = useState(keysByBody);
  const close = () => setOpen(null);
  // Readers of links take FHIR, and only a document of ours has that form.
  const canShare = isOffered(shareSummary) && !('ccdaId' in head.identifier);
  const reason = isOffline ? t('healthSummary.offlineSend') : null;
  return (
    <div className={acts}>
      <ButtonRow>
        <Button size="small" icon={FileDown} disabledReason={reason} onClick={() => setOpen('download')}>
          {t('records.download')}
        </Button>
        <Button variant="secondary" size="small" icon={Mail} disabledReason={reason} onClick={() => setOpen('email')}>
          {t('healthSummary.sendEmail')}
        </Button>
        {head.sendSecurelyDisabled ? null : (
          <Button
            variant="secondary"
            size="small"
            icon={ShieldCheck}
            disabledReason={reason}
            onClick={() => setOpen('sendSecurely')}
          >
            {t('healthSummary.sendSecurely')}
          </Button>
        )}
        {canShare ? (
          <Button
            variant="secondary"
            size="small"
            icon={Share}
            disabledReason={reason}
            onClick={() => setOpen('share')}
          >
            {t('healthSummary.share')}
          </Button>
        ) : null}
        {options}
      </ButtonRow>
      <Suspense>
        {open === null ? null : open === 'download' ? (
          <Download patientId={patientId} head={head} onClose={close} />
        ) : open === 'share' ? (
          <ShareLink patientId={patientId} head={head} onClose={close} />
        ) : (
          <Transmit
            kind={open}
            patientId={patientId}
            isOwn={isOwn}
            head={head}
            ownEmail={ownEmail}
            onSenderChanged={onEmailChanged}
            keyOf={keyOf}
            typed={typed[open] ?? null}
            onClose={(left) => {
              if (left === null) setKeyOf(keysByBody);
              setTyped({ ...typed, [open]: left });
              close();
            }}
          />
        )}
      </Suspense>
    </div>
  );
}
