import { extension, type JsonObject, listOf, objectOf, objectsOf } from '../../../server/questionnaires/fhir/json.ts';
import { differences } from '../../../server/questionnaires/fhir/versions.ts';

const hl7 = 'http://hl7.org/fhir/StructureDefinition/';

/** The version of FHIR that a file shows by its elements; R4 where nothing speaks against it. */
export function fhirVersionOf(resource: JsonObject): 'STU3' | 'R4' | 'R5' {
  const profiles = listOf(objectOf(resource, 'meta') ?? {}, 'profile').join(' ');
  let [older, newer] = [/-2\.\d\b|\/3\.0\//.test(profiles), false];
  const walk = (holder: JsonObject): void => {
    for (const item of objectsOf(holder, 'item')) {
      const found = differences(item);
      if (found.some((one) => one === 'coding' || one === 'answerConstraint' || one === 'disabledDisplay'))
        newer = true;
      else if (found.length > 0) older = true;
      if (extension(item, `${hl7}questionnaire-calculatedExpression`)) older = true;
      walk(item);
    }
  };
  walk(resource);
  return newer ? 'R5' : older ? 'STU3' : 'R4';
}
