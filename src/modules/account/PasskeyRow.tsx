import { type Passkey, PasskeyName, type UserId, renamePasskey } from '@portal/api';
import { type ReactNode, useState } from 'react';
import { failureOf, someMessageFor } from '../../data/errors.ts';
import { send } from '../../data/http.ts';
import { invalidateAfter } from '../../data/query/query.ts';
import { Button, ButtonRow } from '../../ui/Button.tsx';
import { TextField } from '../../ui/Field.tsx';
import { Form } from '../../ui/Form.tsx';
import { schemaRule } from '../../ui/form/rules.ts';
import { useForm } from '../../ui/form/useForm.ts';
import { FingerprintPattern } from '../../ui/icons.ts';
import { Row } from '../../ui/Row.tsx';
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx';
import { formatInstant, useWords } from '../../words/index.ts';
import { passkeyButtons } from './account.css.ts';

interface PasskeyRowProps {
  readonly userId: UserId;
  readonly passkey: Passkey;
  readonly timeZone: string;
  readonly isOff: boolean;
  readonly onRemove: () => void;
}

/** One passkey: its name, when it was last used, and the buttons to rename and remove it. */
export function PasskeyRow({ userId, passkey, timeZone, isOff, onRemove }: PasskeyRowProps): ReactNode {
  const { t, locale } = useWords();
  const [isNaming, setNaming] = useState(false);
  const { name, createdAt, lastUsedAt } = passkey;
  const created = formatInstant(locale, createdAt, timeZone);
  const ofThis = <VisuallyHidden>{t('account.passkeyOf', { name })}</VisuallyHidden>;
  return (
    <Row
      icon={FingerprintPattern}
      title={name}
      sub={
        lastUsedAt === null
          ? t('account.passkeyUnused', { created })
          : t('account.passkeyUsed', { used: formatInstant(locale, lastUsedAt, timeZone), created })
      }
    >
      {isNaming ? (
        <NameForm userId={userId} passkey={passkey} onDone={() => setNaming(false)} />
      ) : (
        <ButtonRow className={passkeyButtons}>
          <Button variant="secondary" size="small" disabled={isOff} onClick={() => setNaming(true)}>
            {t('account.passkeyRename')}
            {ofThis}
          </Button>
          <Button variant="dangerQuiet" size="small" disabled={isOff} onClick={onRemove}>
            {t('account.remove')}
            {ofThis}
          </Button>
        </ButtonRow>
      )}
    </Row>
  );
}

function NameForm({
  userId,
  passkey: { passkeyId, name },
  onDone,
}: Pick<PasskeyRowProps, 'userId' | 'passkey'> & { readonly onDone: () => void }): ReactNode {
  const { t } = useWords();
  const form = useForm({
    initial: { name },
    rules: { name: [schemaRule(PasskeyName)] },
    errorsFrom: 'submit',
    onSubmit: async (typed) => {
      try {
        await send(renamePasskey, { params: { userId, passkeyId }, body: { name: typed.name.trim() } });
      } catch (error) {
        return { message: someMessageFor(failureOf(error)) };
      }
      await invalidateAfter(renamePasskey);
      onDone();
      return null;
    },
  });
  return (
    <Form {...form.props}>
      <TextField
        {...form.field('name')}
        id={`passkey-${String(passkeyId)}`}
        label={t('account.passkeyName')}
        required
        autoComplete="off"
      />
      <ButtonRow>
        <Button type="submit" size="small" busy={form.isBusy}>
          {t('form.save')}
        </Button>
        <Button variant="secondary" size="small" onClick={onDone}>
          {t('core.cancel')}
        </Button>
      </ButtonRow>
    </Form>
  );
}
