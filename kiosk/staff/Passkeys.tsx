import { listPasskeys, type Passkey, PasskeyName, removePasskey, type UserId } from '@portal/api';
import { type ReactNode, useEffect, useState } from 'react';
import { knowsPasskeys } from '../../src/browser/passkeys.ts';
import { useFacility } from '../../src/data/facility.ts';
import { failureOf, messageFor } from '../../src/data/errors.ts';
import { loadProfile, useProfile } from '../../src/data/profile.ts';
import { needsProof } from '../../src/data/proof.ts';
import { useCall, useSend } from '../../src/data/query/query.ts';
import { isNotFound } from '../../src/data/query/queryState.ts';
import { useProofQuestion } from '../../src/data/useProofQuestion.ts';
import { Banner } from '../../src/ui/Banner.tsx';
import { Button } from '../../src/ui/Button.tsx';
import { Card } from '../../src/ui/Card.tsx';
import { TextField } from '../../src/ui/Field.tsx';
import { Form } from '../../src/ui/Form.tsx';
import { schemaRule } from '../../src/ui/form/rules.ts';
import { useForm } from '../../src/ui/form/useForm.ts';
import { FingerprintPattern } from '../../src/ui/icons.ts';
import { LazyConfirmDialog } from '../../src/ui/LazyConfirmDialog.tsx';
import { MessageBar } from '../../src/ui/MessageBar.tsx';
import { Row, Rows } from '../../src/ui/Row.tsx';
import { Skeleton } from '../../src/ui/Skeleton.tsx';
import { VisuallyHidden } from '../../src/ui/VisuallyHidden.tsx';
import { formatInstant, type MessageKey, useWords } from '../../src/words/index.ts';
import { endCeremony } from './endCeremony.ts';
import { passkeyStack } from './Passkeys.css.ts';
import { StaffPage } from './StaffPage.tsx';

const loadProofDialog = () =>
  import('./ProofDialog.tsx').then(
    ({ ProofDialog }) => ProofDialog,
    () => null,
  );

const outcomes = {
  added: 'kiosk.passkeyAdded',
  removed: 'kiosk.passkeyRemoved',
  exists: 'kiosk.passkeyExists',
  failed: 'kiosk.passkeyFailed',
} as const satisfies Record<string, MessageKey>;
type Outcome = keyof typeof outcomes;

/** The passkeys of who is logged in at the kiosk: on security keys and phones, never on the tablet. */
export function Page(): ReactNode {
  const { t } = useWords();
  const profile = useProfile();
  const [hasFailed, setFailed] = useState(false);
  useEffect(() => {
    // After a reload the session is there but its user is not known.
    loadProfile().catch(() => setFailed(true));
    return endCeremony;
  }, []);
  return (
    <StaffPage title={t('kiosk.passkeys')}>
      <MessageBar />
      <h1>{t('kiosk.passkeys')}</h1>
      <div className={passkeyStack}>
        <p>{t('kiosk.passkeysIntro')}</p>
        {profile !== null ? (
          <Passkeys userId={profile.userId} />
        ) : hasFailed ? (
          <LoadFailed
            onAgain={() => {
              setFailed(false);
              loadProfile().catch(() => setFailed(true));
            }}
          />
        ) : (
          <Skeleton lines={3} label={t('kiosk.passkeysLoading')} />
        )}
      </div>
    </StaffPage>
  );
}

function LoadFailed({ onAgain }: { readonly onAgain: () => void }): ReactNode {
  const { t } = useWords();
  return (
    <Banner kind="error">
      <p>{t('kiosk.passkeysFailed')}</p>
      <Button onClick={onAgain}>{t('core.tryAgain')}</Button>
    </Banner>
  );
}

function Passkeys({ userId }: { readonly userId: UserId }): ReactNode {
  const { t } = useWords();
  const query = useCall(listPasskeys, { params: { userId } }, { refetchOnMount: 'always' });
  const remove = useSend(removePasskey);
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const [asked, setAsked] = useState<Passkey | null>(null);
  const proof = useProofQuestion(loadProofDialog);

  const end = async (passkey: Passkey): Promise<void> => {
    setOutcome(null);
    setAsked(null);
    try {
      await remove.mutateAsync({ params: { userId, passkeyId: passkey.passkeyId } });
      setOutcome('removed');
    } catch (error) {
      if (failureOf(error)?.kind !== 'sessionEnded' && !needsProof(error)) setOutcome('failed');
    }
  };

  if (query.isPending) return <Skeleton lines={3} label={t('kiosk.passkeysLoading')} />;
  // Who came by the facility's identity system, and a facility's own back end, have none.
  if (isNotFound(query.error)) return <p>{t('kiosk.passkeysElsewhere')}</p>;
  if (query.data === undefined) return <LoadFailed onAgain={() => void query.refetch()} />;
  return (
    <>
      <div role="status">
        {outcome === null ? null : (
          <Banner
            kind={outcome === 'failed' || outcome === 'exists' ? 'error' : 'success'}
            onClose={() => setOutcome(null)}
          >
            {t(outcomes[outcome])}
          </Banner>
        )}
      </div>
      {query.data.length === 0 ? (
        <p>{t('kiosk.passkeysNone')}</p>
      ) : (
        <Card flush>
          <Rows label={t('kiosk.passkeys')}>
            {query.data.map((passkey) => (
              <PasskeyRow
                key={passkey.passkeyId}
                passkey={passkey}
                isOff={remove.isPending}
                onRemove={() => setAsked(passkey)}
              />
            ))}
          </Rows>
        </Card>
      )}
      <AddForm userId={userId} onOutcome={setOutcome} />
      {asked === null ? null : (
        <LazyConfirmDialog
          danger
          title={t('kiosk.passkeyRemoveTitle', { name: asked.name })}
          message={t('kiosk.passkeyRemoveText')}
          confirmLabel={t('kiosk.passkeyRemove')}
          dismissLabel={t('kiosk.passkeyKeep')}
          onConfirm={() => void end(asked)}
          onDismiss={() => setAsked(null)}
        />
      )}
      {proof === null ? null : (
        <proof.Dialog userId={userId} hasPasskey={query.data.length > 0 && knowsPasskeys()} onAnswer={proof.answer} />
      )}
    </>
  );
}

interface PasskeyRowProps {
  readonly passkey: Passkey;
  readonly isOff: boolean;
  readonly onRemove: () => void;
}

function PasskeyRow({ passkey: { name, createdAt, lastUsedAt }, isOff, onRemove }: PasskeyRowProps): ReactNode {
  const { t, locale } = useWords();
  const timeZone = useFacility()?.timeZoneId ?? 'UTC';
  const created = formatInstant(locale, createdAt, timeZone);
  return (
    <Row
      icon={FingerprintPattern}
      title={name}
      sub={
        lastUsedAt === null
          ? t('kiosk.passkeyUnused', { created })
          : t('kiosk.passkeyUsed', { used: formatInstant(locale, lastUsedAt, timeZone), created })
      }
      trailing={
        <Button variant="dangerQuiet" disabled={isOff} onClick={onRemove}>
          {t('kiosk.passkeyRemove')}
          <VisuallyHidden>{t('kiosk.passkeyOf', { name })}</VisuallyHidden>
        </Button>
      }
    />
  );
}

interface AddFormProps {
  readonly userId: UserId;
  readonly onOutcome: (outcome: Outcome | null) => void;
}

function AddForm({ userId, onOutcome }: AddFormProps): ReactNode {
  const { t } = useWords();
  const form = useForm({
    initial: { name: '' },
    rules: { name: [schemaRule(PasskeyName)] },
    errorsFrom: 'submit',
    onSubmit: async ({ name }) => {
      onOutcome(null);
      try {
        const { addPasskey } = await import('../../src/data/passkeys.ts');
        const outcome = await addPasskey(userId, name.trim());
        if (outcome !== 'cancelled') onOutcome(outcome);
        if (outcome === 'added') form.reset();
        return null;
      } catch (error) {
        const failure = failureOf(error);
        if (needsProof(error)) return null;
        return { message: (failure && messageFor(failure)) ?? { code: 'unspecified' } };
      }
    },
  });
  if (!knowsPasskeys()) return <p>{t('kiosk.passkeysImpossible')}</p>;
  return (
    <Card>
      <Form {...form.props}>
        <TextField
          {...form.field('name')}
          id="passkey-name"
          label={t('kiosk.passkeyName')}
          hint={t('kiosk.passkeyNameHint')}
          required
          autoComplete="off"
        />
        <Button type="submit" icon={FingerprintPattern} busy={form.isBusy}>
          {t('kiosk.passkeyAdd')}
        </Button>
      </Form>
    </Card>
  );
}
