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

export type CodeKind = 'app' | 'text' | 'recovery';
const words = {
  app: { label: 'secondFactor.code', hint: 'secondFactor.codeHint', wrong: 'secondFactor.codeWrong' },
  text: { label: 'secondFactor.textCode', hint: 'secondFactor.textCodeHint', wrong: 'secondFactor.textCodeWrong' },
  recovery: {
    label: 'secondFactor.recoveryCode',
    hint: 'secondFactor.recoveryHint',
    wrong: 'secondFactor.recoveryWrong',
  },
} as const;

export interface CodeFormProps {
  readonly kind: CodeKind;
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

/** Asks for a code of the app, of a text message or a recovery code. Spaces do not matter, so that a pasted code works as it comes. */
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
  const isNumber = kind !== 'recovery';
  const { label, hint, wrong } = words[kind];
  const form = useForm({
    initial: { code: '' },
    rules,
    errorsFrom: 'submit',
    ...(onFailed === undefined ? {} : { onFailed }),
    onSubmit: async ({ code }) =>
      (await onCode(code, remembers)) === 'wrong' ? { fields: { code: { text: wrong } } } : null,
  });
  return (
    <Form {...form.props}>
      <TextField
        {...form.field('code')}
        id="second-step-code"
        label={t(label)}
        hint={t(hint)}
        required
        code={isNumber}
        maxLength={40}
        {...verbatim}
        {...(isNumber ? { inputMode: 'numeric' as const, autoComplete: 'one-time-code' } : { autoComplete: 'off' })}
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
