import { type ContentKey, getFacilityText } from '@portal/api';
import { type ReactNode, useEffect, useState } from 'react';
import { loadFacility } from '../data/facility.ts';
import { send } from '../data/http.ts';
import { Button } from '../ui/Button.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { RichText } from '../ui/RichText.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import { useWords } from '../words/index.ts';

/** One of the facility's own texts, with a Close button. */
export function FacilityTextDialog({ contentKey, title, onClose }: { contentKey: ContentKey; title: string; onClose: () => void }): ReactNode {
  const { t, language } = useWords();
  const [html, setHtml] = useState<string | null>(null);
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    let gone = false;
    const load = async () => {
      const { facilityId } = await loadFacility();
      return send(getFacilityText, { params: { contentKey, facilityId }, query: { language } });
    };
    load().then(
      ({ content }) => !gone && setHtml(content),
      () => !gone && setFailed(true),
    );
    return () => {
      gone = true;
    };
  }, [contentKey, language]);
  return (
    <Dialog open title={title} onClose={onClose} actions={<Button onClick={onClose}>{t('core.close')}</Button>}>
      <div role="status">
        {failed ? <p>{t('core.textNotLoaded')}</p> : null}
        {html === null && !failed ? <Skeleton lines={8} /> : null}
      </div>
      {html === null ? null : <RichText html={html} />}
    </Dialog>
  );
}
