import { downloadHealthSummary, type HealthSummaryHead, type PatientId, type SummaryForm } from '@portal/api';
import { type ReactNode, useState } from 'react';
import { useConnection } from '../../data/connection.ts';
import { saveFile } from '../../data/download.ts';
import { failureOf } from '../../data/errors.ts';
import { needsProof } from '../../data/proof.ts';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import { ChoiceGroup } from '../../ui/Choices.tsx';
import { Dialog } from '../../ui/dialog/Dialog.tsx';
import { FileDown } from '../../ui/icons.ts';
import { muted, small } from '../../ui/text.css.ts';
import { classes } from '../../ui/classes.ts';
import { type MessageKey, showMessage, useWords } from '../../words/index.ts';
import { inDialog } from './HealthSummary.css.ts';

/** The file formats of a document; one of ours is also pages and an International Patient Summary. */
const formsOf = ({ identifier }: Pick<HealthSummaryHead, 'identifier'>): readonly SummaryForm[] =>
  'ccdaId' in identifier ? ['html', 'xml'] : ['html', 'pdf', 'xml', 'fhir'];

/** Saves the document on the device, after asking for the password. */
export function Download({
  patientId,
  head,
  onClose,
}: {
  patientId: PatientId;
  head: HealthSummaryHead;
  onClose: () => void;
}): ReactNode {
  const { t, language } = useWords();
  const isOffline = useConnection() === 'offline';
  const [form, setForm] = useState<SummaryForm>('html');
  const [isBusy, setBusy] = useState(false);
  const [said, setSaid] = useState<MessageKey | null>(null);
  const forms = formsOf(head);
  const save = async () => {
    setSaid(null);
    setBusy(true);
    try {
      const { ifSystemId, identifier } = head;
      await saveFile(downloadHealthSummary, { patientId, ifSystemId }, { ...identifier, form, language });
      showMessage('healthsummarysaved');
      onClose();
    } catch (error) {
      if (needsProof(error)) setSaid('bar.passwordNeeded');
      else if (failureOf(error)?.kind !== 'sessionEnded') setSaid('records.fileNotMade');
    } finally {
      setBusy(false);
    }
  };
  return (
    <Dialog
      title={t('healthSummary.downloadTitle')}
      description={t('healthSummary.downloadText')}
      onClose={onClose}
      actions={
        <>
          <Button
            icon={FileDown}
            busy={isBusy}
            disabledReason={isOffline ? t('healthSummary.offlineSend') : null}
            onClick={() => void save()}
          >
            {t('records.download')}
          </Button>
          <Button variant="secondary" onClick={onClose}>
            {t('core.cancel')}
          </Button>
        </>
      }
    >
      <ChoiceGroup
        name="form"
        legend={t('healthSummary.form')}
        options={forms.map((value) => ({
          value,
          label: t(`healthSummary.form_${value}`),
          description: t(`healthSummary.form_${value}_kind`),
        }))}
        value={[form]}
        onChange={([chosen]) => setForm(forms.find((one) => one === chosen) ?? 'html')}
      />
      <div className={inDialog}>
        <p className={classes(small, muted)}>{t('records.unprotected')}</p>
        <div role="alert">{said === null ? null : <Banner kind="error">{t(said)}</Banner>}</div>
      </div>
    </Dialog>
  );
}
