import { initiateKioskLogon, OnOtherTablet, type PatientId } from '@portal/api';
import type { ReactNode } from 'react';
import * as v from 'valibot';
import { failureOf } from '../../src/data/errors.ts';
import { send } from '../../src/data/http.ts';
import { signOut } from '../../src/data/session.ts';
import { showFailure } from '../../src/data/showFailure.ts';
import { KioskStage } from '../../src/ui/KioskStage.tsx';
import { useWords } from '../../src/words/index.ts';
import { KioskBrand } from '../parts/KioskBrand.tsx';
import { beginHandOver } from '../sessionEnds.ts';
import { handOverAddress } from './handOverAddress.ts';

/** `failed`: the message bar says why. `elsewhere`: another tablet has the patient, and staff have to say whether to go on. */
type StartOutcome = { readonly kind: 'started' | 'failed' } | { readonly kind: 'elsewhere'; readonly since: string };

/**
 * Hands the tablet over: the server parks the staff session, its tokens leave the tablet, and a new document opens in place of
 * this one, so that the list is neither in memory nor behind the Back button. `endElsewhere`: staff know of the other tablet.
 */
export async function startFor(patientId: PatientId, endElsewhere: boolean): Promise<StartOutcome> {
  try {
    const query = endElsewhere ? { elsewhere: 'end' as const } : {};
    const { facilityUrl, data } = await send(initiateKioskLogon, { params: { patientId }, query });
    const address = handOverAddress(facilityUrl, patientId, data);
    beginHandOver();
    await signOut('ended');
    sessionStorage.clear();
    location.replace(address ?? '/kioskLogin?return=ended');
    return { kind: 'started' };
  } catch (error) {
    const failure = failureOf(error);
    const other = failure?.kind === 'refused' ? v.safeParse(OnOtherTablet, failure.body) : null;
    if (other?.success) return { kind: 'elsewhere', since: other.output.since };
    showFailure(failure ?? { kind: 'malformed' });
    return { kind: 'failed' };
  }
}

/** Replaces the list from the press on Start until the patient's page is there. */
export function Preparing(): ReactNode {
  const { t } = useWords();
  return (
    <KioskStage brand={<KioskBrand />}>
      <h1 role="status">{t('kiosk.preparing')}</h1>
    </KioskStage>
  );
}
