import * as v from 'valibot';
import type { JsonObject } from '../../questionnaires/fhir/json.ts';
import { codeLabel } from '../fhir/codeWords.ts';
import { type Context, providerAt } from '../fhir/directory.ts';
import {
  Annotation,
  codingsOf,
  commentOf,
  Concept,
  DateElement,
  Extension,
  listOf,
  nameOf,
  namesOf,
  Period,
  Quantity,
  Range,
  Reference,
  SitedConcept,
  Text,
  wordsOf,
} from '../fhir/elements.ts';
import { hasProfile, itemMade, MetaProfile, statusCode } from './history.ts';
import { lateralityOf } from './lists/bodySites.ts';
import type { Made } from './mapped.ts';

export const Condition = v.object({
  meta: MetaProfile,
  extension: listOf(Extension),
  clinicalStatus: v.nullish(Concept),
  verificationStatus: v.nullish(Concept),
  code: v.nullish(Concept),
  bodySite: listOf(SitedConcept),
  onsetDateTime: DateElement,
  onsetPeriod: v.nullish(Period),
  onsetString: Text,
  onsetAge: v.nullish(Quantity),
  onsetRange: v.nullish(Range),
  abatementDateTime: DateElement,
  abatementPeriod: v.nullish(Period),
  abatementString: Text,
  abatementAge: v.nullish(Quantity),
  abatementRange: v.nullish(Range),
  severity: v.nullish(Concept),
  recordedDate: DateElement,
  recorder: v.nullish(Reference),
  asserter: v.nullish(Reference),
  stage: listOf(v.object({ summary: v.nullish(Concept), type: v.nullish(Concept) })),
  note: listOf(Annotation),
});
/** ICD-10 codes for neoplasms: malignant, in situ, and of uncertain behaviour. */
const neoplasm = /^(C\d|D0\d|D3[7-9]|D4\d)/;
const malignant =
  /\b(malignant|carcinoma|adenocarcinoma|cancer|lymphoma|leuka?emia|sarcoma|melanoma|myeloma|glioblastoma|mesothelioma|metasta\w+)\b/i;
const notDiagnosed =
  /\b(suspected|history of|family|screening|risk|fear|suspicion|at risk|benign|no evidence|survivor)\b/i;

/** Maps a Condition: cancer becomes a diagnosis, everything else a further condition. */
export function mapCondition(_: JsonObject, one: v.InferOutput<typeof Condition>, context: Context): Made {
  const codings = codingsOf(one.code);
  const icd = codings.find(({ system }) => /icd-?10|icd-?9|2\.16\.840\.1\.113883\.6\.(90|3|103)$/i.test(system ?? ''));
  // A diagnosis is shown with its ICD code, so the code can stand in for a missing name.
  const name = nameOf(one.code) ?? (icd !== undefined && neoplasm.test(icd.code) ? codeLabel(icd) : null);
  if (name === null) return { leftOut: 'its code has no name' };
  const moment = one.onsetDateTime ?? one.onsetPeriod?.start ?? null;
  const began = moment?.text ?? wordsOf(one.onsetString);
  const told = moment ?? one.recordedDate ?? null;
  const recordedDate = one.recordedDate?.text ?? null;
  const verified = statusCode(one.verificationStatus);
  const status = verified ?? statusCode(one.clinicalStatus);
  // Refuted conditions are hidden, and suspicions until somebody has talked with the patient about them.
  const isHidden = ['refuted', 'unconfirmed', 'provisional', 'differential'].includes(verified ?? '');
  const { providerName, ...contact } = providerAt(context, [one.asserter, one.recorder]);
  const isSecondary = hasProfile(one.meta, /secondary-cancer-condition$/);
  const isCancer =
    isSecondary ||
    hasProfile(one.meta, /primary-cancer-condition$/) ||
    (icd !== undefined && neoplasm.test(icd.code)) ||
    (malignant.test(name) && !notDiagnosed.test(name));
  const comment = commentOf(one.note);
  if (!isCancer)
    return itemMade(
      'Comorbidity',
      {
        description: name,
        comorbidityDiagnosisDate: began,
        recordedDate,
        status: nameOf(one.clinicalStatus),
        providerName,
        comment,
      },
      told,
      status,
      isHidden,
    );
  const histology =
    one.extension?.find(({ url }) => (url ?? '').endsWith('histology-morphology-behavior'))?.valueCodeableConcept ??
    null;
  const stages = one.stage ?? [];
  return itemMade(
    'Diagnosis',
    {
      icdDescriptionFull: name,
      icdCode: icd?.code ?? null,
      diagnosisDate: began,
      recordedDate,
      diagnosisType: isSecondary ? 'Secondary' : 'Primary',
      laterality: lateralityOf(one.bodySite),
      histologyCode: codingsOf(histology)[0]?.code ?? null,
      histologyDescription: nameOf(histology),
      stage: namesOf(stages.flatMap(({ summary }) => summary ?? [])),
      stagingSystem: namesOf(stages.flatMap(({ type }) => type ?? [])),
      provider: providerName,
      ...contact,
      comment,
    },
    told,
    status,
    isHidden,
  );
}
