import type { ContentKey } from '@portal/api';
import type { ReactNode } from 'react';
import { useFacilityText } from '../../data/facilityText.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/dialog/Dialog.tsx';
import { RichText } from '../../ui/RichText.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { useWords } from '../../words/index.ts';

/** One of the facility's own texts, with a Close button. */
export function FacilityTextDialog({
  contentKey,
  title,
  onClose,
}: {
  contentKey: ContentKey;
  title: string;
  onClose: () => void;
}): ReactNode {
  const { t } = useWords();
  const text = useFacilityText(contentKey);
  return (
    <Dialog title={title} onClose={onClose} actions={<Button onClick={onClose}>{t('core.close')}</Button>}>
      <div role="status">
        {text.kind === 'failed' ? <p>{t('core.textNotLoaded')}</p> : null}
        {text.kind === 'waiting' ? <Skeleton lines={8} /> : null}
      </div>
      {text.kind === 'text' ? <RichText html={text.html} lang={text.lang} /> : null}
    </Dialog>
  );
}
