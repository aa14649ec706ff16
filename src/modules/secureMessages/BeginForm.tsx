import {
  type AssignedQuestionnaireId,
  beginRequestForm,
  type CareProviderId,
  type PatientId,
  type RequestOffer,
} from '@portal/api';
import { type ReactNode, useState } from 'react';
import { useConnection } from '../../data/connection.ts';
import { useSend } from '../../data/query/query.ts';
import { careProviderName } from '../../records/careProvider.ts';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import { ChoiceGroup } from '../../ui/Choices.tsx';
import { Dialog } from '../../ui/dialog/Dialog.tsx';
import { formatPersonName, useWords } from '../../words/index.ts';
import { useRecipients } from './useRecipients.ts';

/** Begins the form of a request: to whom it goes, by when it is answered, and the press that opens the form. */
export function BeginForm({
  patientId,
  offer: { kind, title, hint, withinDays },
  onBegun,
  onClose,
}: {
  readonly patientId: PatientId;
  readonly offer: RequestOffer;
  readonly onBegun: (id: AssignedQuestionnaireId) => void;
  readonly onClose: () => void;
}): ReactNode {
  const { t, locale } = useWords();
  const isOffline = useConnection() === 'offline';
  const able = (useRecipients(patientId).data?.recipients ?? []).filter(({ takesMessages }) => takesMessages);
  const [chosen, setChosen] = useState<CareProviderId | null>(null);
  const to = able.find(({ careProviderId }) => careProviderId === chosen) ?? able[0];
  const begin = useSend(beginRequestForm);
  return (
    <Dialog
      title={title ?? ''}
      description={t('secureMessages.formText', { days: withinDays })}
      onClose={onClose}
      actions={
        <>
          <Button
            busy={begin.isPending}
            disabledReason={isOffline ? t('secureMessages.formOffline') : null}
            onClick={() => {
              if (to === undefined) return;
              begin.mutate(
                { params: { patientId, kind }, body: { careProviderId: to.careProviderId } },
                { onSuccess: ({ assignedQuestionnaireId }) => onBegun(assignedQuestionnaireId) },
              );
            }}
          >
            {t('secureMessages.formBegin')}
          </Button>
          <Button variant="secondary" onClick={onClose}>
            {t('core.notNow')}
          </Button>
        </>
      }
    >
      {hint === null ? null : <p>{hint}</p>}
      <div role="alert">
        {begin.error === null ? null : <Banner kind="error">{t('secureMessages.formFailed')}</Banner>}
      </div>
      {able.length < 2 ? null : (
        <ChoiceGroup
          name="form-recipient"
          legend={t('form.to')}
          options={able.map((one) => ({
            value: String(one.careProviderId),
            label: careProviderName(one, formatPersonName(locale, one)),
            description: one.careProviderTitle,
          }))}
          value={[String(to?.careProviderId ?? '')]}
          onChange={([value]) =>
            setChosen(able.find(({ careProviderId }) => String(careProviderId) === value)?.careProviderId ?? null)
          }
        />
      )}
    </Dialog>
  );
}
