import { lazy, type ReactNode, Suspense, useState } from 'react';
import { useActingFor, useProfile, useRepresented } from '../data/profile.ts';
import { useSession } from '../data/session.ts';
import { Button } from '../ui/Button.tsx';
import { formatPersonName, loadWords, useWords } from '../words/index.ts';

const WhatYouMayDo = lazy(async () => {
  const [{ WhatYouMayDo: part }] = await Promise.all([import('../features/contacts/WhatYouMayDo.tsx'), loadWords('contacts', 'resources')]);
  return { default: part };
});

/** Shows a representative what the patient lets them see and do; nothing where the record is one's own. */
export function RepresentativeRights(): ReactNode {
  const { t, locale } = useWords();
  const patient = useRepresented();
  const patientId = useActingFor();
  const userId = useProfile()?.userId;
  const isOnline = useSession()?.mode === 'online';
  const [isOpen, setOpen] = useState(false);
  if (patient === null || patientId === null || userId === undefined || !isOnline) return null;
  return (
    <>
      <Button variant="quiet" size="small" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {t('shell.whatYouMayDo')}
      </Button>
      {isOpen ? (
        <Suspense>
          <WhatYouMayDo userId={userId} patientId={patientId} name={formatPersonName(locale, patient)} onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </>
  );
}
