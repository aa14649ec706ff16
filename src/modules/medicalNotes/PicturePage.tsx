import type { ReactNode } from 'react';
import { paneFoot } from '../../records/panes/panes.css.ts';
import { LoadFailed } from '../../records/QueryBoundary.tsx';
import { Button } from '../../ui/Button.tsx';
import { classes } from '../../ui/classes.ts';
import { FileDown } from '../../ui/icons.ts';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { screenOnly } from '../../ui/text.css.ts';
import { useWords } from '../../words/index.ts';
import type { PageProps } from './pageProps.ts';
import { paper, paperWaits } from './Reader.css.ts';
import { usePageAddress } from './usePageAddress.ts';

export function PicturePage({ note, form, number, page, open }: PageProps): ReactNode {
  const { t } = useWords();
  const [address, again] = usePageAddress(note, number);
  return (
    <>
      {address.kind === 'failed' ? (
        <LoadFailed isOffline={address.isOffline} onAgain={again} isPart level={3} />
      ) : (
        <div className={paper} aria-busy={address.kind === 'waiting' || undefined}>
          {address.kind === 'there' ? (
            <img src={address.url} alt={form.title ?? t('medicalNotes.picture', { title: note.documentType })} />
          ) : (
            <div className={paperWaits}>
              <Skeleton lines={3} />
            </div>
          )}
        </div>
      )}
      <div className={classes(paneFoot, screenOnly)}>
        <Button
          variant="secondary"
          size="small"
          icon={FileDown}
          onClick={() => open.open({ note, page: number, isWhole: false })}
        >
          {t('medicalNotes.openPage', { page })}
        </Button>
      </div>
    </>
  );
}
