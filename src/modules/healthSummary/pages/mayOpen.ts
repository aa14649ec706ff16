import { type ExternalSystem, listExternalSystems, summaryTrigger } from '@portal/api';
import { actingFor } from '../../../data/profile.ts';
import { fetchCall } from '../../../data/fetchCall.ts';
import { showMessage } from '../../../words/index.ts';

/** Whether any system sends health summaries of the patient. */
const hasSource = (systems: readonly Pick<ExternalSystem, 'activeTriggerEventTypes'>[]): boolean =>
  systems.some(({ activeTriggerEventTypes }) => activeTriggerEventTypes.includes(summaryTrigger));

/** Closed where no system sends health summaries (specification 3, section 4); if that is unknown, the page opens and says why. */
export async function mayOpen(): Promise<boolean> {
  const patientId = actingFor();
  if (patientId === null) return true;
  const systems = await fetchCall(listExternalSystems, { params: { patientId } }).catch(() => null);
  if (systems === null || hasSource(systems)) return true;
  showMessage('ccdaNotConfiguredError');
  return false;
}
