import {
  type AuthenticatorKey,
  type RememberedBrowserId,
  type SecondFactor,
  type UserId,
  confirmSecondFactor,
  endSecondFactor,
  forgetBrowser,
  renewRecoveryCodes,
  startSecondFactor,
} from '@portal/api';
import { type ReactNode, Suspense, useState } from 'react';
import { useConnection } from '../../data/connection.ts';
import { failureOf, mayHaveArrived, refusalOf } from '../../data/errors.ts';
import { needsProof } from '../../data/proof.ts';
import { useSend } from '../../data/query/query.ts';
import { showFailure } from '../../data/showFailure.ts';
import { Banner } from '../../ui/Banner.tsx';
import { Button, ButtonRow } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { LazyConfirmDialog } from '../../ui/LazyConfirmDialog.tsx';
import { stack } from '../../ui/text.css.ts';
import { formatInstantDate, type MessageKey, useWords } from '../../words/index.ts';
import type { CodeTried } from './CodeForm.tsx';
import { RecoveryCodes } from './RecoveryCodes.tsx';
import { RememberedBrowsers } from './RememberedBrowsers.tsx';
import { SetUp } from './setUpPart.ts';
import { TextCodes } from './TextCodes.tsx';

const questions = {
  newCodes: {
    title: 'secondFactor.newCodesTitle',
    text: 'secondFactor.newCodesText',
    confirm: 'secondFactor.newCodes',
    dismiss: 'secondFactor.newCodesNot',
    isDanger: false,
  },
  turnOff: {
    title: 'secondFactor.turnOffTitle',
    text: 'secondFactor.turnOffText',
    confirm: 'secondFactor.turnOff',
    dismiss: 'secondFactor.turnOffNot',
    isDanger: true,
  },
} as const;
type Question = keyof typeof questions;

type Shown =
  | { readonly kind: 'standing'; readonly said: MessageKey | null; readonly isError: boolean }
  | { readonly kind: 'setUp'; readonly authenticator: AuthenticatorKey }
  | { readonly kind: 'codes'; readonly codes: readonly string[] };

const standing = (said: MessageKey | null = null, isError = false): Shown => ({ kind: 'standing', said, isError });

/** Whether the account has a second step at login, and the ways to set it up, move it and end it. */
export function Settings({
  userId,
  timeZone,
  factor,
}: {
  readonly userId: UserId;
  readonly timeZone: string;
  readonly factor: SecondFactor;
}): ReactNode {
  const { t } = useWords();
  const isOffline = useConnection() === 'offline';
  const [shown, setShown] = useState<Shown>(standing());
  const [asked, setAsked] = useState<Question | null>(null);
  const start = useSend(startSecondFactor);
  const confirm = useSend(confirmSecondFactor);
  const renew = useSend(renewRecoveryCodes);
  const end = useSend(endSecondFactor);
  const forget = useSend(forgetBrowser);
  const params = { userId };
  const isBusy = [start, renew, end, forget].some(({ isPending }) => isPending);

  const failed = (error: unknown): void => {
    if (failureOf(error)?.kind === 'sessionEnded') return;
    setShown(standing(needsProof(error) ? 'bar.passwordNeeded' : 'secondFactor.failed', true));
  };
  const act = async (work: () => Promise<Shown>): Promise<void> => {
    try {
      setShown(await work());
    } catch (error) {
      failed(error);
    }
    setAsked(null);
  };
  const setUp = () => act(async () => ({ kind: 'setUp', authenticator: await start.mutateAsync({ params }) }));
  const answers: Readonly<Record<Question, () => Promise<Shown>>> = {
    newCodes: async () => ({ kind: 'codes', codes: (await renew.mutateAsync({ params })).recoveryCodes }),
    turnOff: async () => {
      await end.mutateAsync({ params });
      return standing('secondFactor.isOff');
    },
  };
  const forgetOne = (rememberedBrowserId: RememberedBrowserId) =>
    act(async () => {
      await forget.mutateAsync({ params: { userId, rememberedBrowserId } });
      return standing('secondFactor.asksAgain');
    });
  const tryCode = async (code: string): Promise<CodeTried> => {
    try {
      setShown({ kind: 'codes', codes: (await confirm.mutateAsync({ params, body: { code } })).recoveryCodes });
      return 'right';
    } catch (error) {
      const failure = failureOf(error);
      if (refusalOf(confirmSecondFactor, failure) === 'code_wrong') return 'wrong';
      // The second step may be on, and its recovery codes lost with the answer: another press gives them.
      if (failure !== null && mayHaveArrived(failure)) showFailure(failure);
      else failed(error);
      return 'shown';
    }
  };

  if (shown.kind === 'codes')
    return (
      <Card>
        <RecoveryCodes codes={shown.codes} onDone={() => setShown(standing('secondFactor.isOn'))} />
      </Card>
    );
  if (shown.kind === 'setUp')
    return (
      <Card>
        <Suspense fallback={<Skeleton lines={6} />}>
          <SetUp authenticator={shown.authenticator} isOffline={isOffline} offersRemembering={false} onCode={tryCode}>
            <Button variant="secondary" size="block" onClick={() => setShown(standing())}>
              {t('core.cancel')}
            </Button>
          </SetUp>
        </Suspense>
      </Card>
    );
  const reason = isOffline ? t('secondFactor.offline') : null;
  const question = asked === null ? null : questions[asked];
  return (
    <>
      <div role="status">
        {shown.said === null ? null : <Banner kind={shown.isError ? 'error' : 'success'}>{t(shown.said)}</Banner>}
      </div>
      {factor.switchedOnAt === null ? (
        <Off
          factor={factor}
          timeZone={timeZone}
          isBusy={start.isPending}
          reason={reason}
          onSetUp={() => void setUp()}
        />
      ) : (
        <>
          <On factor={factor} since={factor.switchedOnAt} timeZone={timeZone}>
            <ButtonRow>
              <Button
                variant="secondary"
                disabled={isBusy}
                disabledReason={reason}
                onClick={() => setAsked('newCodes')}
              >
                {t('secondFactor.newCodes')}
              </Button>
              <Button variant="secondary" disabled={isBusy || isOffline} onClick={() => void setUp()}>
                {t('secondFactor.newPhone')}
              </Button>
              {factor.isRequired ? null : (
                <Button variant="dangerQuiet" disabled={isBusy || isOffline} onClick={() => setAsked('turnOff')}>
                  {t('secondFactor.turnOff')}
                </Button>
              )}
            </ButtonRow>
          </On>
          {factor.texts === undefined ? null : <TextCodes userId={userId} texts={factor.texts} isOffline={isOffline} />}
          <RememberedBrowsers
            browsers={factor.browsers}
            timeZone={timeZone}
            isOff={isOffline || isBusy}
            onForget={(id) => void forgetOne(id)}
          />
        </>
      )}
      {asked === null || question === null ? null : (
        <LazyConfirmDialog
          danger={question.isDanger}
          title={t(question.title)}
          message={t(question.text)}
          confirmLabel={t(question.confirm)}
          dismissLabel={t(question.dismiss)}
          busy={isBusy}
          onConfirm={() => void act(answers[asked])}
          onDismiss={() => setAsked(null)}
        />
      )}
    </>
  );
}

function Off({
  factor: { isOffered, dueAt },
  timeZone,
  isBusy,
  reason,
  onSetUp,
}: {
  readonly factor: SecondFactor;
  readonly timeZone: string;
  readonly isBusy: boolean;
  readonly reason: string | null;
  readonly onSetUp: () => void;
}): ReactNode {
  const { t, locale } = useWords();
  if (!isOffered) return <Card>{t('secondFactor.notOffered')}</Card>;
  return (
    <Card>
      <div className={stack}>
        {dueAt === null ? null : (
          <Banner kind="warning">
            {t('secondFactor.dueFrom', { day: formatInstantDate(locale, dueAt, timeZone, 'long') })}
          </Banner>
        )}
        <p>{t('secondFactor.needs')}</p>
        <div>
          <Button busy={isBusy} disabledReason={reason} onClick={onSetUp}>
            {t('secondFactor.turnOn')}
          </Button>
        </div>
      </div>
    </Card>
  );
}

function On({
  factor: { isRequired, codesLeft },
  since,
  timeZone,
  children,
}: {
  readonly factor: SecondFactor;
  readonly since: string;
  readonly timeZone: string;
  readonly children: ReactNode;
}): ReactNode {
  const { t, locale } = useWords();
  return (
    <Card>
      <div className={stack}>
        <p>
          {t('secondFactor.onSince', { day: formatInstantDate(locale, since, timeZone, 'long') })}{' '}
          {t('secondFactor.codesLeft', { count: codesLeft })}
        </p>
        {isRequired ? <p>{t('secondFactor.required')}</p> : null}
        {children}
      </div>
    </Card>
  );
}
