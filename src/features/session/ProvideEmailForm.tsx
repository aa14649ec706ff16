import { isEmailAddress, replaceEmail, type UserProfile } from '@portal/api';
import { type ReactNode, useState } from 'react';
import { failureOf, messageFor, type ShownMessage } from '../../data/errors.ts';
import { send } from '../../data/http.ts';
import { Button } from '../../ui/Button.tsx';
import { TextField } from '../../ui/Field.tsx';
import { Form } from '../../ui/Form.tsx';
import { GateCard } from '../../ui/Gate.tsx';
import { type MessageKey, useWords } from '../../words/index.ts';
import { NeedsConnection } from './NeedsConnection.tsx';
import { useTry } from './useTry.ts';

export interface ProvideEmailFormProps {
  readonly profile: Pick<UserProfile, 'userId' | 'email'>;
  readonly offline: boolean;
  readonly onSaved: () => Promise<void>;
  readonly onNotNow: () => void;
  readonly onFailed: (message: ShownMessage) => void;
}

const emailId = 'email';
const notUpdated: ShownMessage = { code: 'emailNotUpdatedMessage', values: {} };

/** Gives the account an email address (specification 1, section 5). */
export function ProvideEmailForm({ profile, offline, onSaved, onNotNow, onFailed }: ProvideEmailFormProps): ReactNode {
  const { t } = useWords();
  const [typed, setTyped] = useState('');
  const email = typed.trim();
  const problem: MessageKey | null = email === '' ? 'core.required' : isEmailAddress(email) ? null : 'form.email';
  const attempt = useTry(
    () => (problem ? emailId : null),
    async () => {
      if (profile.email?.toLowerCase() === email.toLowerCase()) {
        onFailed(notUpdated);
        return;
      }
      try {
        await send(replaceEmail, { params: { userId: profile.userId }, body: [{ op: 'replace', path: '/email', value: email }] });
      } catch (error) {
        const failure = failureOf(error);
        if (failure?.kind === 'sessionEnded') return;
        const same = failure?.kind === 'refused' && failure.body.error === 'email_not_different';
        onFailed(same ? notUpdated : ((failure && messageFor(replaceEmail, failure)) ?? { code: 'unspecified', values: {} }));
        return;
      }
      await onSaved();
    },
  );
  return (
    <>
      <NeedsConnection offline={offline} />
      <GateCard>
        <Form onSubmit={attempt.submit}>
          <TextField
            id={emailId}
            name={emailId}
            type="email"
            inputMode="email"
            label={t('session.email')}
            value={typed}
            onChange={setTyped}
            error={attempt.tried && problem ? t(problem) : undefined}
            required
            autoComplete="email"
            autoCapitalize="none"
            autoCorrect="off"
            spellCheck={false}
          />
          <Button type="submit" size="block" busy={attempt.busy} disabled={offline}>
            {t('session.emailSave')}
          </Button>
          <Button variant="quiet" size="block" disabled={attempt.busy} onClick={onNotNow}>
            {t('session.notNow')}
          </Button>
        </Form>
      </GateCard>
    </>
  );
}
