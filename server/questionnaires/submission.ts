import { type Answer, faultsOf, type Form, type PlacedFault, placesOf, slotOf } from '@portal/api';

/**
 * What is wrong with the answers of a submission: every broken rule, and every answer to a question that is not asked, which a device does
 * not send. Values of computed, fixed and hidden items are not faults, because the server uses its own values for them.
 */
export function submissionFaults(form: Form, answers: readonly Answer[]): PlacedFault[] {
  const faults = faultsOf(form, answers);
  const known = new Set(faults.map(({ slot }) => slot));
  for (const { slot, isAsked } of placesOf(form, answers)) if (isAsked) known.add(slot);
  for (const { questionnaireItemId, rowPath = [] } of answers) {
    const slot = slotOf(questionnaireItemId, rowPath);
    if (known.has(slot)) continue;
    known.add(slot);
    faults.push({ slot, questionnaireItemId, rowPath, fault: { kind: 'unknownOption' } });
  }
  return faults;
}
