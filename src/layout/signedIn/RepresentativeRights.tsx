import { giveUpRepresentation } from '@portal/api';
import { useRouter } from '@tanstack/react-router';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { failureOf, statusOf } from '../../data/errors.ts';
import { send } from '../../data/http.ts';
import { leaveRecord, useActingFor, useProfile, useRepresented } from '../../data/profile.ts';
import { useSession } from '../../data/session.ts';
import { showFailure } from '../../data/showFailure.ts';
import { isOffered } from '../../data/version.ts';
import { Button } from '../../ui/Button.tsx';
import { formatPersonName, loadWords, showMessage, useWords } from '../../words/index.ts';
import { LazyConfirmDialog } from '../../ui/LazyConfirmDialog.tsx';

const WhatYouMayDo = lazy(async () => {
  const [{ WhatYouMayDo: part }] = await Promise.all([import('../../records/WhatYouMayDo.tsx'), loadWords('records')]);
  return { default: part };
});
/** Shows a representative what the patient lets them see and do, and lets them give it up; nothing where the record is their own. */
export function RepresentativeRights(): ReactNode {
  const { t, locale } = useWords();
  const router = useRouter();
  const patient = useRepresented();
  const patientId = useActingFor();
  const userId = useProfile()?.userId;
  const isOnline = useSession()?.mode === 'online';
  const [open, setOpen] = useState<'rights' | 'giveUp' | null>(null);
  const [isBusy, setBusy] = useState(false);
  if (patient === null || patientId === null || userId === undefined || !isOnline || !isOffered(giveUpRepresentation))
    return null;
  const name = formatPersonName(locale, patient);
  const close = () => setOpen(null);
  const giveUp = async () => {
    setBusy(true);
    try {
      await send(giveUpRepresentation, { params: { userId, patientId } }).catch((error: unknown) => {
        // An earlier press whose answer was lost has ended it.
        if (statusOf(error) !== 404) throw error;
      });
      await leaveRecord(patientId);
      await router.navigate({ to: '/', search: {}, replace: true, ignoreBlocker: true });
      showMessage('representationGivenUp');
    } catch (error) {
      const failure = failureOf(error);
      if (failure === null) throw error;
      // A person who acts for nobody else is signed out, with its own message.
      showFailure(failure);
    } finally {
      setBusy(false);
      close();
    }
  };
  return (
    <>
      <Button variant="quiet" size="small" aria-haspopup="dialog" onClick={() => setOpen('rights')}>
        {t('layout.whatYouMayDo')}
      </Button>
      <Suspense>
        {open === 'rights' ? (
          <WhatYouMayDo userId={userId} patientId={patientId} name={name} onClose={close}>
            <Button variant="dangerQuiet" onClick={() => setOpen('giveUp')}>
              {t('layout.giveUp', { name })}
            </Button>
          </WhatYouMayDo>
        ) : null}
        {open === 'giveUp' ? (
          <LazyConfirmDialog
            danger
            busy={isBusy}
            title={t('layout.giveUpAsk', { name })}
            message={t('layout.giveUpText')}
            confirmLabel={t('layout.giveUp', { name })}
            dismissLabel={t('layout.giveUpKeep', { name })}
            onConfirm={() => void giveUp()}
            onDismiss={close}
          />
        ) : null}
      </Suspense>
    </>
  );
}
