import type { ReactNode } from 'react';
import { useConnection } from '../../data/connection.ts';
import { Button } from '../../ui/Button.tsx';
import { Form } from '../../ui/Form.tsx';
import type { Form as FilledForm } from '../../ui/form/useForm.ts';
import { GateCard } from '../../ui/Gate.tsx';
import { NeedsConnection } from '../../ui/NeedsConnection.tsx';

interface GateFormProps {
  readonly form: Pick<FilledForm<object>, 'props' | 'isBusy'>;
  /** The label of the button that sends it. */
  readonly submit: string;
  /** Other links and buttons, below that button. */
  readonly after?: ReactNode;
  readonly children: ReactNode;
}

/** The form of a page before the sign-in; it needs a connection to be sent. */
export function GateForm({ form, submit, after, children }: GateFormProps): ReactNode {
  const offline = useConnection() === 'offline';
  return (
    <>
      <NeedsConnection offline={offline} />
      <GateCard>
        <Form {...form.props}>
          {children}
          <Button type="submit" size="block" busy={form.isBusy} disabled={offline}>
            {submit}
          </Button>
          {after}
        </Form>
      </GateCard>
    </>
  );
}
