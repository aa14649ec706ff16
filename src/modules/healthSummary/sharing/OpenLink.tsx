import { openSummaryLink } from '@portal/api';
import { type ReactNode, useState } from 'react';
import { markTitleFailed } from '../../../browser/title.ts';
import { config } from '../../../data/config.ts';
import { useConnection } from '../../../data/connection.ts';
import { failureOf, someMessageFor, statusOf } from '../../../data/errors.ts';
import { send } from '../../../data/http.ts';
import { Banner } from '../../../ui/Banner.tsx';
import { Button } from '../../../ui/Button.tsx';
import { TextField } from '../../../ui/Field.tsx';
import { Form } from '../../../ui/Form.tsx';
import { required } from '../../../ui/form/rules.ts';
import { useForm } from '../../../ui/form/useForm.ts';
import { GateCard } from '../../../ui/Gate.tsx';
import { NeedsConnection } from '../../../ui/NeedsConnection.tsx';
import { TextLink } from '../../../ui/TextLink.tsx';
import { type MessageKey, useWords } from '../../../words/index.ts';
import { type ReadableBundle, readBundle } from './bundle.ts';
import { type LinkPayload, unseal } from './link.ts';
import { pdfIn } from './pdfFile.ts';

const rules = { recipient: [required()], passcode: [required()] };

export interface OpenedSummary {
  readonly bundle: ReadableBundle;
  /** The same as pages, where the link has them. */
  readonly pdf: Uint8Array<ArrayBuffer> | null;
}

/** The id of a link of this portal; null: another server has it. */
function manifestIdOf({ url }: LinkPayload): string | null {
  const { apiOrigin } = config();
  const { origin, pathname } = new URL(url);
  const [, id] = /^\/api\/shl\/([\w-]{43})$/.exec(pathname) ?? [];
  return origin === (apiOrigin === '' ? location.origin : apiOrigin) ? (id ?? null) : null;
}

/** Asks who opens a link and for its passcode, and decrypts what it leads to. Nothing is stored. */
export function OpenLink({
  payload,
  onOpened,
}: {
  readonly payload: LinkPayload | null;
  readonly onOpened: (opened: OpenedSummary) => void;
}): ReactNode {
  const { t } = useWords();
  const offline = useConnection() === 'offline';
  const [said, setSaid] = useState<MessageKey | null>(null);
  const manifestId = payload === null ? null : manifestIdOf(payload);
  const form = useForm({
    initial: { recipient: '', passcode: '' },
    rules,
    errorsFrom: 'submit',
    onFailed: markTitleFailed,
    onSubmit: async ({ recipient, passcode }) => {
      setSaid(null);
      if (payload === null || manifestId === null) return null;
      try {
        const { files } = await send(openSummaryLink, {
          params: { manifestId },
          body: { recipient: recipient.trim(), passcode: passcode.replaceAll(/\s/g, '') },
        });
        const texts = await Promise.all(files.map(({ embedded = '' }) => unseal(embedded, payload.key)));
        const bundle = texts.map(readBundle).find((one) => one !== null) ?? null;
        if (bundle === null) setSaid('healthSummary.openUnreadable');
        else onOpened({ bundle, pdf: texts.map(pdfIn).find((one) => one !== null) ?? null });
      } catch (error) {
        const failure = failureOf(error);
        // The key of the link does not fit, so it was not copied whole.
        if (failure === null) setSaid('healthSummary.openUnreadable');
        else if (statusOf(error) === 404) setSaid('healthSummary.openGone');
        else if (statusOf(error) === 401) return { fields: { passcode: { text: 'healthSummary.openWrong' } } };
        else return { message: someMessageFor(failure) };
      }
      return null;
    },
  });
  if (payload === null || manifestId === null)
    return (
      <GateCard>
        <Banner kind="warning" title={t(payload === null ? 'healthSummary.openNoLink' : 'healthSummary.openElsewhere')}>
          {payload === null ? (
            t('healthSummary.openNoLinkText')
          ) : (
            <TextLink href={new URL(payload.url).origin}>{new URL(payload.url).host}</TextLink>
          )}
        </Banner>
      </GateCard>
    );
  return (
    <>
      <NeedsConnection offline={offline} />
      <GateCard>
        <div role="alert">{said === null ? null : <Banner kind="error">{t(said)}</Banner>}</div>
        <Form {...form.props}>
          <TextField
            {...form.field('recipient')}
            label={t('healthSummary.openWho')}
            hint={t('healthSummary.openWhoHint')}
            required
            maxLength={100}
            autoComplete="off"
          />
          <TextField
            {...form.field('passcode')}
            label={t('healthSummary.shareCode')}
            hint={t('healthSummary.openCodeHint')}
            required
            code
            inputMode="numeric"
            autoComplete="off"
          />
          <Button type="submit" size="block" busy={form.isBusy} disabled={offline}>
            {t('healthSummary.openButton')}
          </Button>
        </Form>
      </GateCard>
    </>
  );
}
