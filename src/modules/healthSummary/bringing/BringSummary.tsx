import { fetchSummaryLink, type PatientId, readHealthCard } from '@portal/api';
import { lazy, type ReactNode, Suspense, useRef, useState } from 'react';
import { useConnection } from '../../../data/connection.ts';
import { failureOf, someMessageFor, refusalOf } from '../../../data/errors.ts';
import { send } from '../../../data/http.ts';
import { Banner } from '../../../ui/Banner.tsx';
import { Button, ButtonRow } from '../../../ui/Button.tsx';
import { TextField } from '../../../ui/Field.tsx';
import { Form } from '../../../ui/Form.tsx';
import { isEmpty, required, type Rule } from '../../../ui/form/rules.ts';
import { useForm } from '../../../ui/form/useForm.ts';
import { Camera, Image } from '../../../ui/icons.ts';
import { NeedsConnection } from '../../../ui/NeedsConnection.tsx';
import { PageHead } from '../../../ui/Page.tsx';
import { type MessageKey, useWords } from '../../../words/index.ts';
import type { AppLink } from '../lists/parts.ts';
import { readBundle } from '../sharing/bundle.ts';
import { type LinkPayload, readLink } from '../sharing/link.ts';
import { type Brought, openBrought } from './brought.ts';
import { BroughtSummary } from './BroughtSummary.tsx';
import { cardProgress, readCard, withCode } from './healthCard.ts';

const ScanCode = lazy(async () => ({ default: (await import('./ScanCode.tsx')).ScanCode }));

interface Typed {
  readonly link: string;
  readonly passcode: string;
}
const needsPasscode = (link: string): boolean => readLink(link)?.flag.includes('P') === true;
const isWhole = (text: string): boolean => readLink(text) !== null || readCard(text) !== null;
/** How far a card of several codes is read; null: it is whole, or something else. */
function missingOf(text: string) {
  const progress = cardProgress(text);
  return progress === null || progress.read === progress.of ? null : progress;
}
const wholeLink: Rule<string> = (link) => {
  if (isWhole(link)) return null;
  const missing = missingOf(link);
  return missing === null
    ? { text: 'healthSummary.bringNoLink' }
    : { text: 'healthSummary.bringPartOfCard', values: missing };
};
const passcodeOf: Rule<string, Typed> = (passcode, { link }) =>
  needsPasscode(link) && isEmpty(passcode) ? { text: 'core.required' } : null;
const rules = { link: [required(), wholeLink], passcode: [passcodeOf] };

const failures = {
  card_invalid: 'healthSummary.bringCardInvalid',
  summary_unreadable: 'healthSummary.openUnreadable',
  link_gone: 'healthSummary.bringGone',
  link_unreachable: 'healthSummary.bringUnreachable',
} as const satisfies Readonly<Record<string, MessageKey>>;

const isOver = ({ exp }: LinkPayload): boolean => exp !== undefined && exp * 1000 < Date.now();

/** Brings a summary from another clinic by its link, or a health card: it is decrypted here, looked at, and kept with a press. */
export function BringSummary({
  patientId,
  notes,
}: {
  readonly patientId: PatientId;
  /** The page on which it is kept. */
  readonly notes: AppLink | null;
}): ReactNode {
  const { t, language } = useWords();
  const offline = useConnection() === 'offline';
  const [said, setSaid] = useState<MessageKey | null>(null);
  const [brought, setBrought] = useState<Brought | null>(null);
  const [isScanning, setScanning] = useState(false);
  const picture = useRef<HTMLInputElement>(null);
  const openCard = async (card: string, ofCodes: number) => {
    try {
      const { host, document } = await send(readHealthCard, { params: { patientId }, body: { card, language } });
      setBrought({ host, files: [document], bundle: readBundle(document), documents: [], card });
    } catch (error) {
      const failure = failureOf(error);
      const code = refusalOf(readHealthCard, failure);
      if (failure === null) setSaid('healthSummary.openUnreadable');
      // Nothing else shows that codes do not belong together.
      else if (ofCodes > 1 && (code === 'card_invalid' || code === 'summary_unreadable'))
        setSaid('healthSummary.bringCardMixed');
      else if (code === 'card_invalid' || code === 'summary_unreadable' || code === 'link_unreachable')
        setSaid(failures[code]);
      else return { message: someMessageFor(failure) };
    }
    return null;
  };
  const form = useForm<Typed>({
    initial: { link: '', passcode: '' },
    rules,
    errorsFrom: 'submit',
    onSubmit: async ({ link, passcode }) => {
      setSaid(null);
      const card = readCard(link);
      if (card !== null) return openCard(card, cardProgress(link)?.of ?? 1);
      const payload = readLink(link);
      if (payload === null) return null;
      if (isOver(payload)) {
        setSaid('healthSummary.bringGone');
        return null;
      }
      try {
        const { files } = await send(fetchSummaryLink, {
          params: { patientId },
          body: {
            url: payload.url,
            isOneFile: payload.flag.includes('U'),
            ...(needsPasscode(link) ? { passcode: passcode.trim() } : {}),
          },
        });
        const opened = await openBrought(payload, files);
        if (opened === null) setSaid('healthSummary.openUnreadable');
        else setBrought(opened);
      } catch (error) {
        const failure = failureOf(error);
        const code = refusalOf(fetchSummaryLink, failure);
        // The key of the link does not fit, so it was not copied whole.
        if (failure === null) setSaid('healthSummary.openUnreadable');
        else if (code === 'passcode_wrong') return { fields: { passcode: { text: 'healthSummary.bringWrong' } } };
        else if (code === 'link_gone' || code === 'link_unreachable') setSaid(failures[code]);
        else return { message: someMessageFor(failure) };
      }
      return null;
    },
  });
  if (brought !== null)
    return <BroughtSummary patientId={patientId} brought={brought} notes={notes} onCancel={() => setBrought(null)} />;
  const link = form.field('link');
  const missing = missingOf(link.value);
  const progress = missing && t('healthSummary.bringPartOfCard', missing);
  /** Fills in what a code says. Why it cannot be used; null: it can. */
  const takeCode = (text: string): MessageKey | null => {
    if (!isWhole(text) && cardProgress(text) === null) return 'healthSummary.bringOtherCode';
    const now = withCode(link.value, text);
    if (now === null) return 'healthSummary.bringOtherCard';
    link.onChange(now);
    if (isWhole(now)) setScanning(false);
    return null;
  };
  const readPicture = async (file: File): Promise<void> => {
    setSaid(null);
    const text = await (await import('./squareCodes.ts')).codeInPicture(file);
    setSaid(text === null ? 'healthSummary.bringNoCode' : takeCode(text));
  };
  return (
    <>
      <PageHead title={t('healthSummary.bringTitle')} lead={t('healthSummary.bringLead')} />
      <NeedsConnection offline={offline} />
      <div role="alert">{said === null ? null : <Banner kind="error">{t(said)}</Banner>}</div>
      <Form {...form.props}>
        <TextField
          {...link}
          label={t('healthSummary.bringLink')}
          hint={t('healthSummary.bringLinkHint')}
          required
          autoComplete="off"
          spellCheck={false}
        />
        <div role="status">{isScanning || link.error !== undefined ? null : progress}</div>
        {needsPasscode(link.value) ? (
          <TextField
            {...form.field('passcode')}
            label={t('healthSummary.shareCode')}
            hint={t('healthSummary.bringCodeHint')}
            required
            autoComplete="off"
          />
        ) : null}
        <ButtonRow>
          <Button type="submit" busy={form.isBusy} disabled={offline}>
            {t('records.openFile')}
          </Button>
          <Button variant="secondary" icon={Camera} onClick={() => setScanning(true)}>
            {t('healthSummary.bringScan')}
          </Button>
          <Button variant="secondary" icon={Image} onClick={() => picture.current?.click()}>
            {t('healthSummary.bringPicture')}
          </Button>
        </ButtonRow>
        <input
          ref={picture}
          type="file"
          accept="image/*"
          hidden
          aria-label={t('healthSummary.bringPicture')}
          onChange={({ currentTarget }) => {
            const [file] = currentTarget.files ?? [];
            currentTarget.value = '';
            if (file !== undefined) void readPicture(file);
          }}
        />
      </Form>
      {isScanning ? (
        <Suspense>
          <ScanCode takeCode={takeCode} progress={progress} onClose={() => setScanning(false)} />
        </Suspense>
      ) : null}
    </>
  );
}
