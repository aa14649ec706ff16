import { type PatientId, exportFhirBundle, exportPersonalData } from '@portal/api';
import { type ReactNode, useState } from 'react';
import { useConnection } from '../../data/connection.ts';
import { saveFile } from '../../data/download.ts';
import { failureOf } from '../../data/errors.ts';
import { needsProof } from '../../data/proof.ts';
import { isOffered } from '../../data/version.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { FileDown, Info } from '../../ui/icons.ts';
import { Section } from '../../ui/Page.tsx';
import { Row, Rows } from '../../ui/Row.tsx';
import { lead } from '../../ui/text.css.ts';
import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx';
import { clearMessage, showMessage, useWords } from '../../words/index.ts';
import { exportList, warning } from './personalData.css.ts';

const kinds = [
  { name: 'forYou', call: exportPersonalData },
  { name: 'forOthers', call: exportFhirBundle },
] as const;

/** A copy of all data, as files; for the patient only. */
export function Export({ patientId, actingFor }: { patientId: PatientId; actingFor: string | null }): ReactNode {
  const { t } = useWords();
  const isOffline = useConnection() === 'offline';
  const [busy, setBusy] = useState<(typeof kinds)[number]['name'] | null>(null);
  const [isSaved, setSaved] = useState(false);

  const save = async ({ name, call }: (typeof kinds)[number]) => {
    clearMessage();
    setSaved(false);
    setBusy(name);
    try {
      await saveFile(call, { patientId }, {});
      setSaved(true);
    } catch (error) {
      if (needsProof(error)) showMessage('passwordNeeded');
      else if (failureOf(error)?.kind !== 'sessionEnded') showMessage('personaldatadownloadfailed');
    } finally {
      setBusy(null);
    }
  };

  if (actingFor !== null)
    return (
      <Section id="data" title={t('personalData.data')}>
        <p className={lead}>{t('personalData.dataNotYours', { name: actingFor })}</p>
      </Section>
    );
  return (
    <Section id="data" title={t('personalData.data')}>
      <p className={lead}>{t('personalData.dataLead')}</p>
      <Card flush className={exportList}>
        <Rows label={t('personalData.data')}>
          {kinds
            .filter(({ call }) => isOffered(call))
            .map((kind) => (
              <Row
                key={kind.name}
                icon={FileDown}
                title={t(`personalData.${kind.name}`)}
                sub={t(`personalData.${kind.name}Kind`)}
                trailing={
                  <Button
                    variant="secondary"
                    size="small"
                    busy={busy === kind.name}
                    disabled={busy !== null && busy !== kind.name}
                    disabledReason={isOffline ? t('personalData.offline') : null}
                    onClick={() => void save(kind)}
                  >
                    {t('records.download')}
                    <VisuallyHidden>
                      {t('personalData.downloadOf', { file: t(`personalData.${kind.name}`) })}
                    </VisuallyHidden>
                  </Button>
                }
              />
            ))}
        </Rows>
      </Card>
      <p role="status">{isSaved ? t('personalData.saved') : ''}</p>
      <p className={warning}>
        <Icon of={Info} size="s" />
        <span>{t('records.unprotected')}</span>
      </p>
    </Section>
  );
}
