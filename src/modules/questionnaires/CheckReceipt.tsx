import { checkReceipt, type ReceiptFacts } from '@portal/api';
import { type ReactNode, useState } from 'react';
import { markTitleFailed } from '../../browser/title.ts';
import { useConnection } from '../../data/connection.ts';
import { failureOf, someMessageFor, statusOf } from '../../data/errors.ts';
import { useFacility } from '../../data/facility.ts';
import { send } from '../../data/http.ts';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import { TextField } from '../../ui/Field.tsx';
import { Form } from '../../ui/Form.tsx';
import { required } from '../../ui/form/rules.ts';
import { useForm } from '../../ui/form/useForm.ts';
import { verbatim } from '../../ui/form/verbatim.ts';
import { GateCard } from '../../ui/Gate.tsx';
import { NeedsConnection } from '../../ui/NeedsConnection.tsx';
import { formatInstant, useWords } from '../../words/index.ts';

const rules = { receiptNumber: [required()] };

/** Anybody who has the number of a receipt learns whether it is real, and nothing of what was written. */
export function CheckReceipt(): ReactNode {
  const { t } = useWords();
  const offline = useConnection() === 'offline';
  const [found, setFound] = useState<ReceiptFacts | 'unknown' | null>(null);
  const form = useForm({
    initial: { receiptNumber: '' },
    rules,
    errorsFrom: 'submit',
    onFailed: markTitleFailed,
    onSubmit: async (body) => {
      setFound(null);
      try {
        setFound(await send(checkReceipt, { body }));
      } catch (error) {
        if (statusOf(error) !== 404) return { message: someMessageFor(failureOf(error)) };
        setFound('unknown');
      }
      return null;
    },
  });
  return (
    <>
      <NeedsConnection offline={offline} />
      <GateCard>
        <div role="status">{found === null ? null : <ReceiptOutcome found={found} />}</div>
        <Form {...form.props}>
          <TextField
            id="receipt-number"
            label={t('questionnaires.receiptNumber')}
            hint={t('questionnaires.receiptHint')}
            {...form.field('receiptNumber')}
            required
            autoComplete="off"
            {...verbatim}
          />
          <Button type="submit" size="block" busy={form.isBusy} disabled={offline}>
            {t('questionnaires.receiptCheck')}
          </Button>
        </Form>
      </GateCard>
    </>
  );
}

const realTexts = {
  answers: 'questionnaires.receiptRealText',
  message: 'questionnaires.receiptRealMessage',
  request: 'questionnaires.receiptRealRequest',
} as const;

function ReceiptOutcome({ found }: { readonly found: ReceiptFacts | 'unknown' }): ReactNode {
  const { t, locale } = useWords();
  const timeZone = useFacility()?.timeZoneId ?? 'UTC';
  if (found === 'unknown')
    return (
      <Banner kind="warning" title={t('questionnaires.receiptUnknown')}>
        {t('questionnaires.receiptUnknownText')}
      </Banner>
    );
  const { facilityName: facility, sentAt, kind, recipient } = found;
  return (
    <Banner kind="success" title={t('questionnaires.receiptReal')}>
      {t(realTexts[kind], { facility, name: recipient ?? '', when: formatInstant(locale, sentAt, timeZone) })}
    </Banner>
  );
}
