import { type ReactNode, useId } from 'react';
import { useConnection } from '../../data/connection.ts';
import { ActionBar } from '../../ui/ActionBar.tsx';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import { Form } from '../../ui/Form.tsx';
import type { Form as OpenForm } from '../../ui/form/useForm.ts';
import { NeedsConnection } from '../../ui/NeedsConnection.tsx';
import { MessageBar } from '../../ui/MessageBar.tsx';
import { Page } from '../../ui/Page.tsx';
import { QuestionBar } from '../../ui/QuestionBar.tsx';
import { Steps } from '../../ui/Steps.tsx';
import { lead as leadClass } from '../../ui/text.css.ts';
import { type MessageKey, useWords } from '../../words/index.ts';
import { content, foot, frame, head, house, houseInner } from './SignUpFrame.css.ts';

export type StepName = 'identity' | 'invitation' | 'email' | 'account' | 'acceptance';
const stepNames: Readonly<Record<StepName, MessageKey>> = {
  identity: 'signUp.stepIdentity',
  invitation: 'signUp.stepInvitation',
  email: 'form.emailAddress',
  account: 'signUp.create',
  acceptance: 'signUp.stepAcceptance',
};

export interface SignUpFrameProps {
  readonly title: string;
  readonly lead: ReactNode;
  readonly steps: readonly StepName[];
  readonly step: StepName;
  /** A text that the server wrote. */
  readonly said?: string | null;
  /** The form of the main button; without it there is nothing to send. */
  readonly send?: {
    readonly formId: string;
    readonly label: string;
    readonly isBusy: boolean;
    readonly disabledReason?: string | null;
  };
  readonly onCancel: () => void;
  /** Above each step the facility's name and the choice of language; below it its telephone, help and texts. */
  readonly facility: { readonly head: ReactNode; readonly foot: ReactNode };
  readonly children: ReactNode;
}

/** The full-screen work of signing up: X, title and steps above, Next and Cancel below (visual language, section 4). */
export function SignUpFrame({
  title,
  lead,
  steps,
  step,
  said,
  send,
  onCancel,
  facility,
  children,
}: SignUpFrameProps): ReactNode {
  const { t } = useWords();
  return (
    <div className={frame}>
      <header className={head}>
        <div className={house}>
          <div className={houseInner}>{facility.head}</div>
        </div>
        <QuestionBar title={title} leaveLabel={t('signUp.leave')} onLeave={onCancel} isInHeader>
          <Steps
            label={t('signUp.steps')}
            names={steps.map((name) => t(stepNames[name]))}
            current={steps.indexOf(step)}
          />
        </QuestionBar>
      </header>
      <Page narrow flat>
        <MessageBar />
        <NeedsConnection offline={useConnection() === 'offline'} />
        <div role="alert">{said ? <Banner kind="error">{said}</Banner> : null}</div>
        <div className={content}>
          <p className={leadClass}>{lead}</p>
          {children}
          <footer className={foot}>{facility.foot}</footer>
        </div>
      </Page>
      <ActionBar>
        {send ? (
          <Button type="submit" form={send.formId} busy={send.isBusy} disabledReason={send.disabledReason}>
            {send.label}
          </Button>
        ) : null}
        <Button variant="secondary" onClick={onCancel}>
          {t('core.cancel')}
        </Button>
      </ActionBar>
    </div>
  );
}

/** What each step gets from its page. */
export interface SignUpStepProps extends Pick<SignUpFrameProps, 'onCancel' | 'facility'> {
  /** Draws the question before the step is left; `isDirty`: something was typed in it. */
  readonly renderLeaving: (isDirty: boolean) => ReactNode;
}

interface SignUpFormProps extends Omit<SignUpFrameProps, 'said' | 'send'>, SignUpStepProps {
  readonly form: Pick<OpenForm<object>, 'isBusy' | 'isDirty' | 'props' | 'said'>;
  readonly sendLabel: string;
  readonly disabledReason?: string | null;
}

/** A step that is filled in; its fields are the children. */
export function SignUpForm({
  form,
  sendLabel,
  disabledReason,
  renderLeaving,
  children,
  ...frameProps
}: SignUpFormProps): ReactNode {
  const formId = useId();
  return (
    <SignUpFrame
      {...frameProps}
      said={form.said}
      send={{ formId, label: sendLabel, isBusy: form.isBusy, disabledReason }}
    >
      <Form id={formId} {...form.props}>
        {children}
      </Form>
      {renderLeaving(form.isDirty)}
    </SignUpFrame>
  );
}
