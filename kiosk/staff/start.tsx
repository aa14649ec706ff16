import { initiateKioskLogon, type PatientId } from '@portal/api';
import type { ReactNode } from 'react';
import { failureOf, messageFor } from '../../src/data/errors.ts';
import { send } from '../../src/data/http.ts';
import { signOut } from '../../src/data/session.ts';
import { KioskStage } from '../../src/ui/KioskStage.tsx';
import { showMessage, useWords } from '../../src/words/index.ts';
import { KioskBrand } from '../parts/KioskBrand.tsx';
import { beginHandOver } from '../sessionEnds.ts';
import { handOverAddress } from './handOverAddress.ts';

/**
 * Hands the tablet over: the server parks the staff session, its tokens leave the tablet, and a new document opens in place of
 * this one, so that the list is neither in memory nor behind the Back button. False: it did not work, and the message bar says so.
 */
export async function startFor(patientId: PatientId): Promise<boolean> {
  try {
    const { facilityUrl, data } = await send(initiateKioskLogon, { params: { patientId } });
    const address = handOverAddress(facilityUrl, patientId, data);
    beginHandOver();
    await signOut('ended');
    sessionStorage.clear();
    location.replace(address ?? '/kioskLogin?return=ended');
    return true;
  } catch (error) {
    const failure = failureOf(error);
    const message = failure ? messageFor(initiateKioskLogon, failure) : ({ code: 'unspecified', values: {} } as const);
    if (message) showMessage(message.code, message.values);
    return false;
  }
}

/** Stands in the place of the list from the press on Start until the patient's page is there. */
export function Preparing(): ReactNode {
  const { t } = useWords();
  return (
    <KioskStage brand={<KioskBrand />}>
      <h1 role="status">{t('kiosk.preparing')}</h1>
    </KioskStage>
  );
}
