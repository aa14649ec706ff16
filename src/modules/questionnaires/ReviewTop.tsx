import type { ReactNode } from 'react';
import { Button } from '../../ui/Button.tsx';
import { Printer } from '../../ui/icons.ts';
import { Back } from '../../ui/Page.tsx';
import { screenOnly } from '../../ui/text.css.ts';
import { useWords } from '../../words/index.ts';
import { reviewTop } from './Review.css.ts';

interface ReviewTopProps {
  /** The words of the way back; to the questionnaires without them. */
  readonly backLabel?: string | undefined;
  readonly onBack: () => void;
  /** True once there is something to print. */
  readonly canPrint: boolean;
}

/** Above what was sent: the way back, and printing. */
export function ReviewTop({ backLabel, onBack, canPrint }: ReviewTopProps): ReactNode {
  const { t } = useWords();
  return (
    <div className={reviewTop}>
      <Back label={backLabel ?? t('questionnaires.backToList')} onBack={onBack} />
      {canPrint ? (
        <span className={screenOnly}>
          <Button variant="quiet" size="small" icon={Printer} onClick={() => window.print()}>
            {t('questionnaires.print')}
          </Button>
        </span>
      ) : null}
    </div>
  );
}
