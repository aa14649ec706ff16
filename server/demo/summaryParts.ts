/** Parts of the demo's clinical documents, as a hospital's system writes them (C-CDA R2.1). */

const systems = {
  loinc: ['2.16.840.1.113883.6.1', 'LOINC'],
  snomed: ['2.16.840.1.113883.6.96', 'SNOMED CT'],
  rxnorm: ['2.16.840.1.113883.6.88', 'RxNorm'],
  cvx: ['2.16.840.1.113883.12.292', 'CVX'],
  act: ['2.16.840.1.113883.5.4', 'ActCode'],
  reason: ['2.16.840.1.113883.5.8', 'ActReason'],
} as const;
type System = keyof typeof systems;

export const coded = (system: System, code: string, display: string): string =>
  `code="${code}" codeSystem="${systems[system][0]}" codeSystemName="${systems[system][1]}" displayName="${display}"`;
const codedValue = (system: System, code: string, display: string): string =>
  `<value xsi:type="CD" ${coded(system, code, display)}/>`;
const template = (...numbers: readonly string[]): string =>
  numbers.map((number) => `<templateId root="2.16.840.1.113883.10.20.22.${number}" extension="2015-08-01"/>`).join('');
const id = (key: string): string => `<id root="2.999.7.2" extension="${key}"/>`;
const status = (code: string): string => `<statusCode code="${code}"/>`;
const at = (day: string): string => `<effectiveTime value="${day}"/>`;
const since = (low: string, high?: string): string =>
  `<effectiveTime><low value="${low}"/>${high === undefined ? '' : `<high value="${high}"/>`}</effectiveTime>`;
const reference = (key: string): string => `<text><reference value="#${key}"/></text>`;

export const section = (
  number: string,
  [code, display]: readonly [string, string],
  title: string,
  text: string,
  entries = '',
): string =>
  `<component><section>${template(number)}<code ${coded('loinc', code, display)}/><title>${title}</title><text>${text}</text>${entries}</section></component>`;

export const table = (heads: readonly string[], rows: readonly (readonly string[])[]): string =>
  `<table><thead><tr>${heads.map((head) => `<th>${head}</th>`).join('')}</tr></thead><tbody>${rows
    .map((cells) => `<tr>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`)
    .join('')}</tbody></table>`;

export const problem = (key: string, code: string, name: string, low: string, high?: string): string =>
  `<entry typeCode="DRIV"><act classCode="ACT" moodCode="EVN">${template('4.3')}${id(`${key}-c`)}<code code="CONC" codeSystem="2.16.840.1.113883.5.6"/>${status(high === undefined ? 'active' : 'completed')}${since(low, high)}<entryRelationship typeCode="SUBJ"><observation classCode="OBS" moodCode="EVN">${template('4.4')}${id(key)}<code ${coded('snomed', '55607006', 'Problem')}/>${reference(key)}${status('completed')}${since(low, high)}${codedValue('snomed', code, name)}</observation></entryRelationship></act></entry>`;

export const medication = (key: string, code: string, name: string, low: string, dose: string, hours: string): string =>
  `<entry typeCode="DRIV"><substanceAdministration classCode="SBADM" moodCode="INT">${template('4.16')}${id(key)}${reference(key)}${status('active')}<effectiveTime xsi:type="IVL_TS"><low value="${low}"/></effectiveTime><effectiveTime xsi:type="PIVL_TS" institutionSpecified="true" operator="A"><period value="${hours}" unit="h"/></effectiveTime><routeCode code="C38288" codeSystem="2.16.840.1.113883.3.26.1.1" displayName="Oral"/><doseQuantity value="${dose}"/><consumable><manufacturedProduct classCode="MANU">${template('4.23')}<manufacturedMaterial><code ${coded('rxnorm', code, name)}/></manufacturedMaterial></manufacturedProduct></consumable></substanceAdministration></entry>`;

/** "No known allergies to medicines": an allergy to a medicine is denied. */
export const noDrugAllergy = (key: string, day: string): string =>
  `<entry typeCode="DRIV"><act classCode="ACT" moodCode="EVN">${template('4.30')}${id(`${key}-c`)}<code code="CONC" codeSystem="2.16.840.1.113883.5.6"/>${status('active')}${since(day)}<entryRelationship typeCode="SUBJ"><observation classCode="OBS" moodCode="EVN" negationInd="true">${template('4.7')}${id(key)}<code code="ASSERTION" codeSystem="2.16.840.1.113883.5.4"/>${reference(key)}${status('completed')}${since(day)}${codedValue('snomed', '416098002', 'Allergy to drug')}<participant typeCode="CSM"><participantRole classCode="MANU"><playingEntity classCode="MMAT"><code nullFlavor="NA"/></playingEntity></participantRole></participant></observation></entryRelationship></act></entry>`;

export const immunization = (
  key: string,
  code: string,
  name: string,
  day: string,
  { lot, isDeclined = false }: { readonly lot?: string; readonly isDeclined?: boolean },
): string =>
  `<entry typeCode="DRIV"><substanceAdministration classCode="SBADM" moodCode="EVN" negationInd="${String(isDeclined)}">${template('4.52')}${id(key)}${status('completed')}${at(day)}<consumable><manufacturedProduct classCode="MANU">${template('4.54')}<manufacturedMaterial><code ${coded('cvx', code, name)}/>${lot === undefined ? '' : `<lotNumberText>${lot}</lotNumberText>`}</manufacturedMaterial></manufacturedProduct></consumable>${
    isDeclined
      ? `<entryRelationship typeCode="RSON"><observation classCode="OBS" moodCode="EVN">${template('4.53')}${id(`${key}-r`)}<code ${coded('reason', 'PATOBJ', 'Patient objection')}/>${status('completed')}</observation></entryRelationship>`
      : ''
  }</substanceAdministration></entry>`;

type Measured = readonly [code: string, name: string, value: string, unit: string, range?: string];
const observation = (number: string, key: string, day: string, [code, name, value, unit, range]: Measured): string =>
  `<component><observation classCode="OBS" moodCode="EVN">${template(number)}${id(key)}<code ${coded('loinc', code, name)}/>${status('completed')}${at(day)}<value xsi:type="PQ" value="${value}" unit="${unit}"/>${
    range === undefined
      ? ''
      : `<referenceRange><observationRange><text>${range}</text></observationRange></referenceRange>`
  }</observation></component>`;

export const vitalSigns = (key: string, day: string, values: readonly Measured[]): string =>
  `<entry typeCode="DRIV"><organizer classCode="CLUSTER" moodCode="EVN">${template('4.26')}${id(key)}<code ${coded('loinc', '85353-1', 'Vital signs')}/>${status('completed')}${at(day)}${values.map((value, index) => observation('4.27', `${key}-${String(index)}`, day, value)).join('')}</organizer></entry>`;

export const results = (key: string, code: string, name: string, day: string, values: readonly Measured[]): string =>
  `<entry typeCode="DRIV"><organizer classCode="BATTERY" moodCode="EVN">${template('4.1')}${id(key)}<code ${coded('loinc', code, name)}/>${status('completed')}${values.map((value, index) => observation('4.2', `${key}-${String(index)}`, day, value)).join('')}</organizer></entry>`;
