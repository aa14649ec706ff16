import type { ReactNode } from 'react';
import { useConnection } from '../../data/connection.ts';
import type { MessageDraftHandle, MessageDraftState } from '../../data/messages/types.ts';
import { Banner } from '../../ui/Banner.tsx';
import { Button, ButtonRow } from '../../ui/Button.tsx';
import { CloudOff } from '../../ui/icons.ts';
import { useWords } from '../../words/index.ts';
import { draftNote, otherText } from './Writing.css.ts';

/** What the writer has to know of the draft: why it was not sent, that another version exists, that it is stored nowhere. */
export function DraftNotes({
  state: { phase, other, saved, endedElsewhere },
  handle,
}: {
  state: MessageDraftState;
  handle: Pick<MessageDraftHandle, 'takeOther' | 'dismissOther'>;
}): ReactNode {
  const { t } = useWords();
  const isOffline = useConnection() === 'offline';
  return (
    <>
      <div role="status" className={draftNote}>
        {isOffline ? (
          <Banner kind="warning" icon={CloudOff} title={t('records.offline')}>
            {t('secureMessages.offlineText')}
          </Banner>
        ) : null}
        {saved === 'refused' ? <Banner kind="warning">{t('secureMessages.refusedText')}</Banner> : null}
        {endedElsewhere ? <Banner kind="info">{t('secureMessages.endedElsewhere')}</Banner> : null}
      </div>
      <div role="alert" className={draftNote}>
        {phase.kind === 'failed' ? <Banner kind="error">{t(`secureMessages.failed_${phase.code}`)}</Banner> : null}
      </div>
      {other === null ? null : (
        <div className={draftNote}>
          <Banner kind="warning" title={t('secureMessages.otherTitle')}>
            {other.subject === '' ? null : <p>{other.subject}</p>}
            <p className={otherText}>{other.content}</p>
            <ButtonRow>
              <Button variant="secondary" size="small" onClick={() => handle.takeOther()}>
                {t('secureMessages.takeOther')}
              </Button>
              <Button variant="quiet" size="small" onClick={() => handle.dismissOther()}>
                {t('secureMessages.keepMine')}
              </Button>
            </ButtonRow>
          </Banner>
        </div>
      )}
    </>
  );
}

/** A draft of a newer version of the app; it is left unchanged. */
export function NewerVersion(): ReactNode {
  const { t } = useWords();
  return <Banner kind="warning">{t('secureMessages.newerVersion')}</Banner>;
}
