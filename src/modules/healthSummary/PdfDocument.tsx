import { type CcdaId, getHealthSummaryFile, type IfSystemId, type PatientId } from '@portal/api';
import { type ReactNode, useId } from 'react';
import { useFileWindow } from '../../records/useFileWindow.tsx';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { FileDown } from '../../ui/icons.ts';
import { printOnly, screenOnly } from '../../ui/text.css.ts';
import { classes } from '../../ui/classes.ts';
import { useWords } from '../../words/index.ts';
import { DocumentHead } from './DocumentHead.tsx';
import { pdfText } from './HealthSummary.css.ts';
import type { ShownDocument } from './shownDocument.ts';

export interface PdfDocumentProps {
  readonly patientId: PatientId;
  readonly ifSystemId: IfSystemId;
  readonly ccdaId: CcdaId;
  readonly shown: ShownDocument;
  readonly timeZone: string;
  readonly takesFocus: boolean;
}

/** A PDF opens in a window of its own, where every browser has a viewer for it. */
export function PdfDocument({
  patientId,
  ifSystemId,
  ccdaId,
  shown,
  timeZone,
  takesFocus,
}: PdfDocumentProps): ReactNode {
  const { t } = useWords();
  const headId = useId();
  const file = useFileWindow();
  return (
    <article aria-labelledby={headId}>
      <DocumentHead shown={shown} id={headId} timeZone={timeZone} takesFocus={takesFocus} />
      {file.notice}
      <p className={printOnly}>{t('healthSummary.pdfOnPaper')}</p>
      <Card className={classes(pdfText, screenOnly)}>
        <p>{t('healthSummary.pdfText')}</p>
        <Button icon={FileDown} onClick={() => file.open(getHealthSummaryFile, { patientId, ifSystemId }, { ccdaId })}>
          {t('healthSummary.pdfOpen')}
        </Button>
      </Card>
    </article>
  );
}
