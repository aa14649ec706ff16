import {
  type LabResult,
  type LabResultId,
  type PatientId,
  PrintSize,
  getLabResultPdf,
  mostResultsInPdf,
  openLabResultPdf,
  openLabResultsPdf,
} from '@portal/api';
import type { ReactNode } from 'react';
import { isOffered } from '../../data/version.ts';
import type { useFileWindow } from '../../records/useFileWindow.tsx';
import { Button } from '../../ui/Button.tsx';
import { FileDown } from '../../ui/icons.ts';
import { useWords } from '../../words/index.ts';
import { headActions } from './Detail.css.ts';

type Files = ReturnType<typeof useFileWindow>;

const textOf = {
  one: { normal: 'testResults.pdf', large: 'testResults.pdfLarge' },
  several: { normal: 'testResults.saveAll', large: 'testResults.saveAllLarge' },
} as const;

/** The buttons that open a result as a PDF, in each print that the server has. */
export function OpenResultPdf({
  patientId,
  labResultId,
  files,
}: {
  patientId: PatientId;
  labResultId: LabResultId;
  files: Files;
}): ReactNode {
  const { t, language } = useWords();
  const ofOne = { patientId, labResultId };
  const isOurs = isOffered(openLabResultPdf);
  return (isOurs ? PrintSize.options : (['normal'] as const)).map((print) => (
    <Button
      key={print}
      variant="quiet"
      size="small"
      icon={FileDown}
      disabledReason={files.isOffline ? t('records.needsConnection') : null}
      onClick={() =>
        isOurs
          ? files.open(openLabResultPdf, ofOne, { language, print })
          : files.open(getLabResultPdf, ofOne, { language })
      }
    >
      {t(textOf.one[print])}
    </Button>
  ));
}

/** The buttons that save several results as one PDF, in each print; none if there are no results or too many for one PDF. */
export function SaveResultsPdf({
  patientId,
  results,
  files,
}: {
  patientId: PatientId;
  results: readonly LabResult[];
  files: Files;
}): ReactNode {
  const { t, language } = useWords();
  const ids = results.map(({ labResultId }) => labResultId).join('.');
  if (results.length === 0 || results.length > mostResultsInPdf || !isOffered(openLabResultsPdf)) return null;
  return (
    <div className={headActions}>
      {PrintSize.options.map((print) => (
        <Button
          key={print}
          variant="quiet"
          size="small"
          busy={files.isSaving}
          disabledReason={files.isOffline ? t('records.needsConnection') : null}
          onClick={() => files.save(openLabResultsPdf, { patientId }, { ids, language, print })}
        >
          {t(textOf.several[print], { count: results.length })}
        </Button>
      ))}
    </div>
  );
}
