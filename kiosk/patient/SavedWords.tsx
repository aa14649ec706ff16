import type { ReactNode } from 'react';
import { useConnection } from '../../src/data/connection.ts';
import type { DraftState } from '../../src/data/drafts/types.ts';
import { Icon } from '../../src/ui/Icon.tsx';
import { CloudCheck, CloudOff, CloudUpload } from '../../src/ui/icons.ts';
import { status } from '../../src/ui/Status.css.ts';
import { useWords } from '../../src/words/index.ts';

/** Says beside the progress where the answers are saved; nothing before the first answer. */
export function SavedWords({ state }: { readonly state: DraftState }): ReactNode {
  return (
    <span className={status} role="status">
      <SavedIconAndWords state={state} />
    </span>
  );
}

function SavedIconAndWords({ state }: { readonly state: DraftState }): ReactNode {
  const { t } = useWords();
  const offline = useConnection() === 'offline';
  if (offline) {
    return (
      <>
        <Icon of={CloudOff} size="s" /> {t('kiosk.noConnection')}
      </>
    );
  }
  if (state.server === 'saved') {
    return (
      <>
        <Icon of={CloudCheck} size="s" /> {t('questionnaires.saved')}
      </>
    );
  }
  if (state.server === 'none') return null;
  return (
    <>
      <Icon of={CloudUpload} size="s" /> {t('kiosk.saving')}
    </>
  );
}
