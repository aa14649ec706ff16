import { type ReactNode, useState } from 'react';
import { Button } from '../../ui/Button.tsx';
import { useWords } from '../../words/index.ts';
import { canBeSent, type OpenDraft } from './useMessageDraft.ts';
import { DeleteQuestion } from './WaitingMessage.tsx';

/** Deletes the draft, after a question; nothing where there is none. */
export function DeleteDraft({
  draft,
  onGone,
}: {
  draft: OpenDraft | 'newerVersion' | null;
  onGone: () => void;
}): ReactNode {
  const { t } = useWords();
  const [isAsking, setAsking] = useState(false);
  if (!canBeSent(draft) || draft.state.saved === 'none') return null;
  return (
    <>
      <Button variant="dangerQuiet" onClick={() => setAsking(true)}>
        {t('secureMessages.deleteDraft')}
      </Button>
      {isAsking ? (
        <DeleteQuestion
          onConfirm={() => {
            setAsking(false);
            void draft.handle.discard().then(onGone);
          }}
          onDismiss={() => setAsking(false)}
        />
      ) : null}
    </>
  );
}
