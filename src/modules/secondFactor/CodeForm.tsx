import { type ReactNode, useState } from 'react';
import { Button } from '../../ui/Button.tsx';
import { CheckboxField, TextField } from '../../ui/Field.tsx';
import { Form } from '../../ui/Form.tsx';
import { required } from '../../ui/form/rules.ts';
import { useForm } from '../../ui/form/useForm.ts';
import { verbatim } from '../../ui/form/verbatim.ts';
import { useWords } from '../../words/index.ts';

/** What became of a code. `shown`: the message bar says what went wrong. */
export type CodeTried = 'right' | 'wrong' | 'shown';

export interface CodeFormProps {
  readonly kind: 'app' | 'recovery';
  /** The label of the button that sends it. */
  readonly submit: string;
  readonly isOffline: boolean;
  /** True: asks whether this browser should not be asked again. */
  readonly offersRemembering: boolean;
  readonly onCode: (code: string, remembersBrowser: boolean) => Promise<CodeTried>;
  readonly onFailed?: (failed: boolean) => void;
  /** What stands below the button. */
  readonly children?: ReactNode;
}

const rules = { code: [required()] };

/** Asks for a code of the app or a recovery code. Spaces do not matter, so that a pasted code works as it comes. */
export function CodeForm({
  kind,
  submit,
  isOffline,
  offersRemembering,
  onCode,
  onFailed,
  children,
}: CodeFormProps): ReactNode {
  const { t } = useWords();
  const [remembers, setRemembers] = useState(false);
  const isApp = kind === 'app';
  const form = useForm({
    initial: { code: '' },
    rules,
    errorsFrom: 'submit',
    ...(onFailed === undefined ? {} : { onFailed }),
    onSubmit: async ({ code }) =>
      (await onCode(code, remembers)) === 'wrong'
        ? { fields: { code: { text: isApp ? 'secondFactor.codeWrong' : 'secondFactor.recoveryWrong' } } }
        : null,
  });
  return (
    <Form {...form.props}>
      <TextField
        {...form.field('code')}
        id="second-step-code"
        label={t(isApp ? 'secondFactor.code' : 'secondFactor.recoveryCode')}
        hint={t(isApp ? 'secondFactor.codeHint' : 'secondFactor.recoveryHint')}
        required
        code={isApp}
        maxLength={40}
        {...verbatim}
        {...(isApp ? { inputMode: 'numeric' as const, autoComplete: 'one-time-code' } : { autoComplete: 'off' })}
      />
      {offersRemembering ? (
        <CheckboxField
          label={t('secondFactor.remember')}
          hint={t('secondFactor.rememberHint')}
          checked={remembers}
          onChange={setRemembers}
        />
      ) : null}
      <Button
        type="submit"
        size="block"
        busy={form.isBusy}
        disabledReason={isOffline ? t('secondFactor.offline') : null}
      >
        {submit}
      </Button>
      {children}
    </Form>
  );
}
