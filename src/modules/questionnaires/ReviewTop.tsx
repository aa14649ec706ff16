import type { ReactNode } from 'react';
import { Button } from '../../ui/Button.tsx';
import { Printer } from '../../ui/icons.ts';
import { Back } from '../../ui/Page.tsx';
import { screenOnly } from '../../ui/text.css.ts';
import { useWords } from '../../words/index.ts';
import { reviewTop } from './Review.css.ts';

interface ReviewTopProps {
  readonly onBack: () => void;
  /** True once there is something to print. */
  readonly canPrint: boolean;
}

/** The way back and Print, above sent answers. */
export function ReviewTop({ onBack, canPrint }: ReviewTopProps): ReactNode {
  const { t } = useWords();
  return (
    <div className={reviewTop}>
      <Back label={t('questionnaires.backToQuestionnaires')} onBack={onBack} />
      {canPrint ? (
        <span className={screenOnly}>
          <Button variant="quiet" size="small" icon={Printer} onClick={() => window.print()}>
            {t('records.print')}
          </Button>
        </span>
      ) : null}
    </div>
  );
}
