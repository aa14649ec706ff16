import type { ReactNode } from 'react';
import { Button } from '../../ui/Button.tsx';
import { FormStack } from '../../ui/Form.tsx';
import { GateCard } from '../../ui/Gate.tsx';
import { useWords } from '../../words/index.ts';

interface SignedInAlreadyProps {
  readonly onContinue: () => void;
  readonly onLogOut: () => void;
}

/** Replaces the login form where somebody is signed in: they can continue, or log out for somebody else. */
export function SignedInAlready({ onContinue, onLogOut }: SignedInAlreadyProps): ReactNode {
  const { t } = useWords();
  return (
    <GateCard>
      <FormStack>
        <Button size="block" onClick={onContinue}>
          {t('core.continue')}
        </Button>
        <Button variant="secondary" size="block" onClick={onLogOut}>
          {t('session.signOut')}
        </Button>
        <p>{t('session.notYou')}</p>
      </FormStack>
    </GateCard>
  );
}
