import {
  type HealthSummaryHead,
  type PatientId,
  type SummaryForm,
  type SummaryLink,
  downloadHealthSummary,
  largestSealedFile,
  linkDays,
  linkOpenings,
  shareSummary,
} from '@portal/api';
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { useConnection } from '../../../data/connection.ts';
import { config } from '../../../data/config.ts';
import { failureOf } from '../../../data/errors.ts';
import { useFacility } from '../../../data/facility.ts';
import { send, sendForFile } from '../../../data/http.ts';
import { needsProof } from '../../../data/proof.ts';
import { invalidateAfter } from '../../../data/query/query.ts';
import { Banner } from '../../../ui/Banner.tsx';
import { Button } from '../../../ui/Button.tsx';
import { ChoiceGroup } from '../../../ui/Choices.tsx';
import { Dialog } from '../../../ui/dialog/Dialog.tsx';
import { TextField } from '../../../ui/Field.tsx';
import { Form } from '../../../ui/Form.tsx';
import { required } from '../../../ui/form/rules.ts';
import { useForm } from '../../../ui/form/useForm.ts';
import { QrCode } from '../../../ui/QrCode.tsx';
import { muted } from '../../../ui/text.css.ts';
import { type MessageKey, formatInstant, useWords } from '../../../words/index.ts';
import { inDialog } from '../HealthSummary.css.ts';
import { linkText, seal } from './link.ts';
import { pdfResource } from './pdfFile.ts';
import { SharedLinks } from './SharedLinks.tsx';
import * as look from './sharing.css.ts';

/** Bytes of a summary; a longer one does not fit behind a link. */
const largest = 50_000_000;
const rules = { recipient: [required()] };

interface Made {
  readonly link: SummaryLink;
  readonly text: string;
  readonly passcode: string;
}

/** Six digits, to be told apart from the link. */
const newPasscode = (): string =>
  String((crypto.getRandomValues(new Uint32Array(1))[0] ?? 0) % 1_000_000).padStart(6, '0');

/** Shares a summary with somebody outside by a link (SMART Health Links): it is encrypted here, and only the link has the key. */
export function ShareLink({
  patientId,
  head,
  onClose,
}: {
  readonly patientId: PatientId;
  readonly head: HealthSummaryHead;
  readonly onClose: () => void;
}): ReactNode {
  const { t, language } = useWords();
  const formId = useId();
  const isOffline = useConnection() === 'offline';
  const [days, setDays] = useState<(typeof linkDays)[number]>(7);
  const [openings, setOpenings] = useState<(typeof linkOpenings)[number]>(3);
  const [said, setSaid] = useState<MessageKey | null>(null);
  const [made, setMade] = useState<Made | null>(null);
  const make = async (recipient: string): Promise<Made | null> => {
    const { ifSystemId, identifier } = head;
    const params = { patientId, ifSystemId };
    const read = (form: SummaryForm) =>
      sendForFile(downloadHealthSummary, { params, query: { ...identifier, form, language } }, largest);
    const file = await read('fhir');
    if (file === 'tooLarge') return null;
    const { content, key } = await seal(file.bytes);
    // Without its PDF a summary is whole.
    const pages = await read('pdf').catch(() => 'tooLarge' as const);
    const pdf =
      pages === 'tooLarge'
        ? null
        : (await seal(pdfResource(pages.bytes, t('healthSummary.title'), language), key)).content;
    const passcode = newPasscode();
    const { link, manifestPath } = await send(shareSummary, {
      params,
      body: {
        recipient,
        days,
        openings,
        passcode,
        content,
        ...(pdf === null || pdf.length > largestSealedFile ? {} : { pdf }),
      },
    });
    const { apiOrigin } = config();
    const text = linkText(`${location.origin}/shared-summary`, {
      url: new URL(manifestPath, apiOrigin === '' ? location.origin : apiOrigin).href,
      key,
      exp: Math.floor(Date.parse(link.endsAt) / 1000),
      flag: 'P',
    });
    return { link, text, passcode };
  };
  const form = useForm({
    initial: { recipient: '' },
    rules,
    errorsFrom: 'submit',
    onSubmit: async ({ recipient }) => {
      setSaid(null);
      try {
        const done = await make(recipient.trim());
        if (done === null) setSaid('healthSummary.tooLarge');
        setMade(done);
        await invalidateAfter(shareSummary);
      } catch (error) {
        const failure = failureOf(error);
        // After a lost answer there may be a link that nobody has: the list has it, and ends it.
        void invalidateAfter(shareSummary);
        if (needsProof(error)) setSaid('bar.passwordNeeded');
        else if (failure?.kind === 'refused' && failure.status === 413) setSaid('healthSummary.tooLarge');
        else if (failure?.kind !== 'sessionEnded') setSaid('healthSummary.shareFailed');
      }
      return null;
    },
  });
  return (
    <Dialog
      fullScreen
      title={t('healthSummary.shareTitle')}
      description={made === null ? t('healthSummary.shareText') : undefined}
      onClose={onClose}
      actions={
        made === null ? (
          <>
            <Button
              type="submit"
              form={formId}
              busy={form.isBusy}
              disabledReason={isOffline ? t('healthSummary.offlineSend') : null}
            >
              {t('healthSummary.shareMake')}
            </Button>
            <Button variant="secondary" onClick={onClose}>
              {t('core.cancel')}
            </Button>
          </>
        ) : (
          <Button onClick={onClose}>{t('healthSummary.shareDone')}</Button>
        )
      }
    >
      {made === null ? (
        <>
          <div className={inDialog}>
            <div role="alert">{said === null ? null : <Banner kind="error">{t(said)}</Banner>}</div>
          </div>
          <Form {...form.props} id={formId}>
            <TextField
              {...form.field('recipient')}
              label={t('healthSummary.shareFor')}
              hint={t('healthSummary.shareForHint')}
              required
              maxLength={80}
              autoComplete="off"
            />
            <ChoiceGroup
              name="days"
              legend={t('healthSummary.shareDays')}
              options={linkDays.map((count) => ({
                value: String(count),
                label: t('healthSummary.shareDays_count', { count }),
              }))}
              value={[String(days)]}
              onChange={([chosen]) => setDays(linkDays.find((one) => String(one) === chosen) ?? days)}
            />
            <ChoiceGroup
              name="openings"
              legend={t('healthSummary.shareOpenings')}
              options={linkOpenings.map((count) => ({
                value: String(count),
                label: t('healthSummary.shareOpenings_count', { count }),
              }))}
              value={[String(openings)]}
              onChange={([chosen]) => setOpenings(linkOpenings.find((one) => String(one) === chosen) ?? openings)}
            />
          </Form>
        </>
      ) : (
        <MadeLink {...made} />
      )}
      <SharedLinks patientId={patientId} />
    </Dialog>
  );
}

/** The link and its passcode, which are never shown again. */
function MadeLink({ link, text, passcode }: Made): ReactNode {
  const { t, locale } = useWords();
  const timeZone = useFacility()?.timeZoneId ?? 'UTC';
  const heading = useRef<HTMLHeadingElement>(null);
  const [isCopied, setCopied] = useState(false);
  // The form, which had the focus, is gone.
  useEffect(() => heading.current?.focus(), []);
  return (
    <div className={look.made}>
      <h3 ref={heading} tabIndex={-1}>
        {t('healthSummary.shareMade', { recipient: link.recipient })}
      </h3>
      <Banner kind="warning">{t('healthSummary.shareOnce')}</Banner>
      <dl className={look.madeFacts}>
        <div>
          <dt>{t('healthSummary.shareCode')}</dt>
          <dd className={look.passcode}>{passcode}</dd>
          <dd className={muted}>{t('healthSummary.shareCodeHint')}</dd>
        </div>
        <div>
          <dt>{t('healthSummary.shareLink')}</dt>
          <dd className={look.linkText}>{text}</dd>
        </div>
      </dl>
      <div role="status">
        <Button
          variant="secondary"
          size="small"
          onClick={() =>
            void navigator.clipboard.writeText(text).then(
              () => setCopied(true),
              () => setCopied(false),
            )
          }
        >
          {t(isCopied ? 'healthSummary.shareCopied' : 'healthSummary.shareCopy')}
        </Button>
      </div>
      <QrCode text={text} label={t('healthSummary.shareQr')} />
      <p className={muted}>
        {t('healthSummary.shareUntil', {
          when: formatInstant(locale, link.endsAt, timeZone),
          count: link.openings,
        })}
      </p>
    </div>
  );
}
