import {
  type SecondFactor,
  SmsPhoneNumber,
  type UserId,
  confirmTextCodes,
  endTextCodes,
  plainPhone,
  startTextCodes,
} from '@portal/api';
import { type ReactNode, useState } from 'react';
import * as v from 'valibot';
import { failureOf, someMessageFor, refusalOf } from '../../data/errors.ts';
import { useSend } from '../../data/query/query.ts';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { TextField } from '../../ui/Field.tsx';
import { Form } from '../../ui/Form.tsx';
import type { Rule } from '../../ui/form/rules.ts';
import { useForm } from '../../ui/form/useForm.ts';
import { stack } from '../../ui/text.css.ts';
import { type MessageKey, showMessage, useWords } from '../../words/index.ts';
import { CodeForm, type CodeTried } from './CodeForm.tsx';

type Shown =
  | { readonly kind: 'standing'; readonly said: MessageKey | null }
  | { readonly kind: 'number' }
  | { readonly kind: 'code'; readonly phoneNumber: string };
const standing = (said: MessageKey | null = null): Shown => ({ kind: 'standing', said });

const number: Rule<string, { readonly phone: string }> = (typed) =>
  v.is(SmsPhoneNumber, plainPhone(typed)) ? null : { text: 'secondFactor.phoneWrong' };

/** Codes by text message, for whoever has the app and where the facility allows it: the number that they go to. */
export function TextCodes({
  userId,
  texts: { isOffered, phoneEnd },
  isOffline,
}: {
  readonly userId: UserId;
  readonly texts: NonNullable<SecondFactor['texts']>;
  readonly isOffline: boolean;
}): ReactNode {
  const { t } = useWords();
  const [shown, setShown] = useState<Shown>(standing());
  const start = useSend(startTextCodes);
  const confirm = useSend(confirmTextCodes);
  const end = useSend(endTextCodes);
  const params = { userId };

  const say = (error: unknown): void => {
    const failure = failureOf(error);
    if (failure?.kind === 'sessionEnded') return;
    const { code, values } = someMessageFor(failure);
    showMessage(code, values);
  };
  const form = useForm({
    initial: { phone: '' },
    rules: { phone: [number] },
    errorsFrom: 'submit',
    onSubmit: async ({ phone }) => {
      const phoneNumber = plainPhone(phone);
      try {
        await start.mutateAsync({ params, body: { phoneNumber } });
        setShown({ kind: 'code', phoneNumber });
      } catch (error) {
        say(error);
      }
      return null;
    },
  });
  const tryCode = async (code: string): Promise<CodeTried> => {
    try {
      await confirm.mutateAsync({ params, body: { code } });
      setShown(standing('secondFactor.textsAreOn'));
      return 'right';
    } catch (error) {
      if (refusalOf(confirmTextCodes, failureOf(error)) === 'code_wrong') return 'wrong';
      say(error);
      setShown(standing());
      return 'shown';
    }
  };
  const stop = async (): Promise<void> => {
    try {
      await end.mutateAsync({ params });
      setShown(standing('secondFactor.textsAreOff'));
    } catch (error) {
      say(error);
    }
  };
  const reason = isOffline ? t('secondFactor.offline') : null;
  const cancel = (
    <Button variant="secondary" size="block" onClick={() => setShown(standing())}>
      {t('core.cancel')}
    </Button>
  );
  if (!isOffered && phoneEnd === null) return null;
  return (
    <Card title={t('secondFactor.texts')}>
      <div className={stack}>
        <div role="status">
          {shown.kind === 'standing' && shown.said !== null ? <Banner kind="success">{t(shown.said)}</Banner> : null}
          {shown.kind === 'code' ? <p>{t('secondFactor.textSent', { end: shown.phoneNumber.slice(-2) })}</p> : null}
        </div>
        {shown.kind === 'standing' ? (
          <>
            <p>{phoneEnd === null ? t('secondFactor.textsLead') : t('secondFactor.textsTo', { end: phoneEnd })}</p>
            <div>
              {phoneEnd === null ? (
                <Button variant="secondary" disabledReason={reason} onClick={() => setShown({ kind: 'number' })}>
                  {t('secondFactor.textsAdd')}
                </Button>
              ) : (
                <Button variant="secondary" busy={end.isPending} disabledReason={reason} onClick={() => void stop()}>
                  {t('secondFactor.textsStop')}
                </Button>
              )}
            </div>
          </>
        ) : null}
        {shown.kind === 'number' ? (
          <Form {...form.props}>
            <TextField
              {...form.field('phone')}
              id="text-codes-phone"
              label={t('secondFactor.phone')}
              hint={t('secondFactor.phoneHint')}
              required
              type="tel"
              inputMode="tel"
              autoComplete="tel"
              maxLength={40}
            />
            <Button type="submit" size="block" busy={form.isBusy} disabledReason={reason}>
              {t('secondFactor.textsSend')}
            </Button>
            {cancel}
          </Form>
        ) : null}
        {shown.kind === 'code' ? (
          <CodeForm
            kind="text"
            submit={t('secondFactor.textsConfirm')}
            isOffline={isOffline}
            offersRemembering={false}
            onCode={tryCode}
          >
            {cancel}
          </CodeForm>
        ) : null}
      </div>
    </Card>
  );
}
