import { listQuestionnaires, type PatientId } from '@portal/api';
import { type ReactNode, useState } from 'react';
import { startKeeping } from '../../data/keptRecords/keeping.ts';
import { endOfflineCopyNews } from '../../data/keptRecords/openingNews.ts';
import type { OfflineCopyNews as News } from '../../data/keptRecords/offlineCopyNews.ts';
import { useActingFor } from '../../data/profile.ts';
import { useCall } from '../../data/query/query.ts';
import { useSession } from '../../data/session.ts';
import { Banner } from '../../ui/Banner.tsx';
import { Button, ButtonRow } from '../../ui/Button.tsx';
import { formatList, useWords } from '../../words/index.ts';

/** The questionnaires for which the server has drafts. */
function DraftsThere({ patientId }: { readonly patientId: PatientId }): ReactNode {
  const { t, locale } = useWords();
  const { data } = useCall(listQuestionnaires, { params: { patientId } });
  const titles = (data ?? []).flatMap(({ answeredCount, statusDescription, templateTitle }) =>
    statusDescription === 'Started' && answeredCount > 0 ? [templateTitle] : [],
  );
  return titles.length === 0 ? null : <p>{t('layout.keptLostDrafts', { titles: formatList(locale, titles) })}</p>;
}

/** Says what happened to the offline copy of this device, and offers to start it again. */
export function KeptRecordsNotice({ news }: { readonly news: News }): ReactNode {
  const { t } = useWords();
  const session = useSession();
  const patientId = useActingFor();
  const [busy, setBusy] = useState(false);
  const [failed, setFailed] = useState(false);
  const online = session?.mode === 'online';
  const close = () => void endOfflineCopyNews();
  if (news.kind === 'newer')
    return (
      <Banner kind="warning" title={t('layout.keptNewerTitle')}>
        {t('layout.keptNewerText')}
      </Banner>
    );

  const again = async () => {
    setBusy(true);
    const outcome = await startKeeping(null).catch(() => 'refused' as const);
    setFailed(outcome !== null && outcome !== 'cancelled');
    setBusy(false);
  };
  // A person who signs in without a password chooses a passphrase, for which the settings ask.
  const needsPassphrase = session?.loginType === 'singleSignOn';
  return (
    <Banner kind="info" title={t(news.kind === 'lost' ? 'layout.keptLostTitle' : 'layout.keptExpiredTitle')}>
      <p>{t(news.kind === 'lost' ? 'layout.keptLostText' : 'layout.keptExpiredText')}</p>
      {news.kind === 'lost' && news.unsent > 0 ? (
        <>
          <p>{t('layout.keptLostUnsent', { count: news.unsent })}</p>
          {online && patientId !== null ? <DraftsThere patientId={patientId} /> : null}
        </>
      ) : null}
      {failed ? <p>{t('layout.keepAgainFailed')}</p> : null}
      {needsPassphrase || !online ? <p>{t('layout.keepAgainWhere')}</p> : null}
      <ButtonRow>
        {online && !needsPassphrase ? (
          <Button size="small" variant="secondary" busy={busy} onClick={() => void again()}>
            {t('layout.keepAgain')}
          </Button>
        ) : null}
        <Button size="small" variant="quiet" onClick={close}>
          {t('core.notNow')}
        </Button>
      </ButtonRow>
    </Banner>
  );
}
