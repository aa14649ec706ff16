import { type ReactNode, useState } from 'react';
import { opensFilesDirectly } from '../../browser/device.ts';
import { config } from '../../data/config.ts';
import { paneFoot } from '../../records/panes/panes.css.ts';
import { pdfReader } from '../../records/pdfReader.ts';
import { LoadFailed } from '../../records/QueryBoundary.tsx';
import { Button } from '../../ui/Button.tsx';
import { classes } from '../../ui/classes.ts';
import { FileDown } from '../../ui/icons.ts';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { printOnly, screenOnly } from '../../ui/text.css.ts';
import { TextLink } from '../../ui/TextLink.tsx';
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx';
import { useWords } from '../../words/index.ts';
import type { PageProps } from './pageProps.ts';
import { direct, paper, paperFrame, paperWaits } from './Reader.css.ts';
import { usePageAddress } from './usePageAddress.ts';

/** Whether this browser draws a PDF within a page. */
export const drawsInPage = (): boolean =>
  navigator.pdfViewerEnabled && config().apiOrigin === '' && !opensFilesDirectly(navigator);

/** A PDF: page by page within the page where the browser can, otherwise one button that opens all of it in the device's own viewer. */
export function PdfPage(props: PageProps): ReactNode {
  const { t } = useWords();
  const { note, form, number, page, open } = props;
  const isInPage = drawsInPage();
  return (
    <>
      {isInPage ? <Frame {...props} /> : null}
      <p className={printOnly}>{t('medicalNotes.pdfOnPaper')}</p>
      {isInPage ? (
        <div className={classes(paneFoot, screenOnly)}>
          <Button
            variant="secondary"
            size="small"
            icon={FileDown}
            onClick={() => open.open({ note, page: number, isWhole: false })}
          >
            {form.isWhole ? t('medicalNotes.openWhole') : t('medicalNotes.openPage', { page })}
          </Button>
          {form.isWhole ? <p>{t('medicalNotes.isWhole')}</p> : null}
          <ViewerHint />
        </div>
      ) : (
        <div className={classes(direct, screenOnly)}>
          <p>{t('medicalNotes.opensByItself')}</p>
          <Button icon={FileDown} onClick={() => open.open({ note, page: form.firstPage, isWhole: true })}>
            {t('medicalNotes.openLetter', { count: form.pages })}
          </Button>
          {opensFilesDirectly(navigator) ? null : <ViewerHint />}
        </div>
      )}
    </>
  );
}

function ViewerHint(): ReactNode {
  const { t } = useWords();
  return (
    <p>
      {t('medicalNotes.viewerHint')}{' '}
      <TextLink href={pdfReader} target="_blank" rel="noopener noreferrer">
        {t('medicalNotes.getViewer')} <VisuallyHidden>{t('records.opensNewTab')}</VisuallyHidden>
      </TextLink>
    </p>
  );
}

function Frame({ note, form, number, page }: PageProps): ReactNode {
  const { t } = useWords();
  const [address, again] = usePageAddress(note, number);
  const [loaded, setLoaded] = useState<string | null>(null);
  if (address.kind === 'failed') return <LoadFailed isOffline={address.isOffline} onAgain={again} isPart level={3} />;
  const url = address.kind === 'there' ? address.url : null;
  const place = address.kind === 'there' && address.page !== null ? `page=${String(address.page)}&` : '';
  const isWaiting = url === null || loaded !== url;
  return (
    <div className={classes(paper, paperFrame, screenOnly)} aria-busy={isWaiting || undefined}>
      {isWaiting ? (
        <div className={paperWaits}>
          <Skeleton lines={6} />
        </div>
      ) : null}
      {url === null ? null : (
        // Browsers draw no PDF in a sandbox. The viewer's own list of pages is off, because it would list only this page.
        <iframe
          key={url}
          src={`${url}#${place}navpanes=0&view=FitH`}
          title={t('medicalNotes.frame', { page, count: form.pages, title: note.documentType })}
          onLoad={() => setLoaded(url)}
        />
      )}
    </div>
  );
}
