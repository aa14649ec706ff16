import type { ReactNode } from 'react';
import { type AlertNews as News, endAlertNews } from '../../data/drafts/alertNews.ts';
import { currentVault } from '../../data/vault/keeper.ts';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import { RichText } from '../../ui/RichText.tsx';
import { useWords } from '../../words/index.ts';

/** What the facility says about answers that the outbox sent, until the person has confirmed reading it. */
export function AlertNews({ news }: { readonly news: readonly News[] }): ReactNode {
  const { t } = useWords();
  return news.map((one) => (
    <div key={`${String(one.patientId)}/${String(one.assignedQuestionnaireId)}`} role="alert">
      <Banner kind="warning" title={t('layout.alertNewsTitle')}>
        {one.messages.map((html) => (
          <RichText key={html} html={html} />
        ))}
        <p>
          <Button
            size="small"
            variant="secondary"
            onClick={() => void endAlertNews(currentVault(), one).catch(() => undefined)}
          >
            {t('layout.alertNewsRead')}
          </Button>
        </p>
      </Banner>
    </div>
  ));
}
