import * as v from 'valibot';
import { addDocument } from '../record/documents/addDocument.ts';
import { xmlText } from '../html/xmlText.ts';
import { type Db, statement } from '../db/pool.ts';
import type { SeedContext } from './context.ts';
import {
  coded,
  immunization,
  medication,
  noDrugAllergy,
  problem,
  results,
  section,
  table,
  vitalSigns,
} from './summaryParts.ts';

const source = 'otter-bay';
const bornOn = statement(
  'seed.summaries.born',
  'select date_of_birth as "dateOfBirth", mrn from patients where id = $patientId',
  v.object({ dateOfBirth: v.string(), mrn: v.string() }),
);

interface Person {
  readonly firstName: string;
  readonly lastName: string;
  readonly dateOfBirth: string;
  readonly mrn: string;
}
type Day = (daysAgo: number) => string;
/** A day as it is written in a narrative. */
const said = (day: string): string => `${day.slice(4, 6)}/${day.slice(6)}/${day.slice(0, 4)}`;

const marsh =
  '<assignedPerson><name><prefix>Dr.</prefix><given>Imke</given><family>Saltmarsh</family></name></assignedPerson>';
const hospital =
  '<name>Otter Bay Hospital</name><telecom use="WP" value="tel:+1-555-0142"/><addr><streetAddressLine>12 Kelp Street</streetAddressLine><city>Otter Bay</city><state>OR</state><postalCode>97000</postalCode><country>US</country></addr>';

function document(
  { firstName, lastName, dateOfBirth, mrn }: Person,
  key: string,
  [type, typeName]: readonly [string, string],
  title: string,
  made: string,
  about: string,
  sections: readonly string[],
): string {
  const author = `<assignedAuthor><id root="2.999.7.3" extension="saltmarsh"/>${marsh}<representedOrganization>${hospital}</representedOrganization></assignedAuthor>`;
  return `<?xml version="1.0" encoding="UTF-8"?>
<ClinicalDocument xmlns="urn:hl7-org:v3" xmlns:sdtc="urn:hl7-org:sdtc" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"><realmCode code="US"/><typeId root="2.16.840.1.113883.1.3" extension="POCD_HD000040"/><templateId root="2.16.840.1.113883.10.20.22.1.1" extension="2015-08-01"/><id root="2.999.7.1" extension="${mrn}-${key}"/><code ${coded('loinc', type, typeName)}/><title>${title}</title><effectiveTime value="${made}101500-0500"/><confidentialityCode code="N" codeSystem="2.16.840.1.113883.5.25"/><languageCode code="en-US"/><recordTarget><patientRole><id root="2.999.7.4" extension="OB-${mrn}"/><patient><name use="L"><given>${xmlText(firstName)}</given><family>${xmlText(lastName)}</family></name><birthTime value="${dateOfBirth.replaceAll('-', '')}"/></patient></patientRole></recordTarget><author><time value="${made}101500-0500"/>${author}</author><custodian><assignedCustodian><representedCustodianOrganization>${hospital}</representedCustodianOrganization></assignedCustodian></custodian>${about}<component><structuredBody>${sections.join('')}</structuredBody></component></ClinicalDocument>`;
}

function summary(person: Person, day: Day): string {
  const visits = [380, 290, 200, 110, 20].map((ago, index) => ({
    day: day(ago),
    systolic: String(138 - index * 3),
    diastolic: String(88 - index * 2),
    weight: (71.4 - index * 0.6).toFixed(1),
  }));
  const tested = day(21);
  const about = `<documentationOf><serviceEvent classCode="PCPR"><effectiveTime><low value="${day(380)}"/><high value="${day(14)}"/></effectiveTime><performer typeCode="PRF"><functionCode code="PCP" codeSystem="2.16.840.1.113883.5.88" displayName="primary care physician"/><assignedEntity><id root="2.999.7.3" extension="saltmarsh"/>${marsh}</assignedEntity></performer></serviceEvent></documentationOf>`;
  return document(
    person,
    'ccd',
    ['34133-9', 'Summary of episode note'],
    'Continuity of Care Document',
    day(14),
    about,
    [
      section(
        '2.6.1',
        ['48765-2', 'Allergies and adverse reactions'],
        'Allergies',
        '<paragraph ID="al-1">No known allergies to medicines.</paragraph>',
        noDrugAllergy('al-1', day(380)),
      ),
      section(
        '2.1.1',
        ['10160-0', 'History of medication use'],
        'Medications',
        table(
          ['Medicine', 'How to take it', 'Since'],
          [
            ['<content ID="me-1">lisinopril 10 MG Oral Tablet</content>', '1 tablet once a day', said(day(290))],
            [
              '<content ID="me-2">calcium carbonate 500 MG Chewable Tablet</content>',
              '1 tablet twice a day',
              said(day(110)),
            ],
          ],
        ),
        medication('me-1', '314076', 'lisinopril 10 MG Oral Tablet', day(290), '1', '24') +
          medication('me-2', '308048', 'calcium carbonate 500 MG Chewable Tablet', day(110), '1', '12'),
      ),
      section(
        '2.5.1',
        ['11450-4', 'Problem list'],
        'Problems',
        '<list listType="unordered"><item ID="pr-1">High blood pressure</item><item ID="pr-2">Sprained ankle <content styleCode="Italics">(healed)</content></item></list>',
        problem('pr-1', '38341003', 'High blood pressure', day(380)) +
          problem('pr-2', '44465007', 'Sprained ankle', day(300), day(260)),
      ),
      section(
        '2.2.1',
        ['11369-6', 'History of Immunization'],
        'Immunizations',
        table(
          ['Vaccine', 'Date', 'Given'],
          [
            ['<content ID="im-1">Influenza, seasonal</content>', said(day(40)), 'Yes, lot OB-7731'],
            [
              '<content ID="im-2">Zoster recombinant</content>',
              said(day(40)),
              '<content styleCode="Bold">No</content>: the patient declined',
            ],
          ],
        ),
        immunization('im-1', '141', 'Influenza, seasonal', day(40), { lot: 'OB-7731' }) +
          immunization('im-2', '187', 'Zoster recombinant', day(40), { isDeclined: true }),
      ),
      section(
        '2.4.1',
        ['8716-3', 'Vital signs'],
        'Vital Signs',
        table(
          ['Date', 'Blood pressure (mm[Hg])', 'Weight (kg)'],
          visits.map((one) => [said(one.day), `${one.systolic}/${one.diastolic}`, one.weight]),
        ),
        visits
          .map((one, index) =>
            vitalSigns(`vs-${String(index)}`, one.day, [
              ['8480-6', 'Systolic blood pressure', one.systolic, 'mm[Hg]'],
              ['8462-4', 'Diastolic blood pressure', one.diastolic, 'mm[Hg]'],
              ['29463-7', 'Body weight', one.weight, 'kg'],
            ]),
          )
          .join(''),
      ),
      section(
        '2.3.1',
        ['30954-2', 'Relevant diagnostic tests/laboratory data'],
        'Results',
        `<table border="1"><caption>Blood tests of ${said(tested)}</caption><thead><tr><th rowspan="2">Test</th><th colspan="2">Result</th><th rowspan="2">Usual range</th></tr><tr><th>Value</th><th>Unit</th></tr></thead><tbody><tr><th colspan="4">Salts</th></tr><tr><td>Sodium (Na<sup>+</sup>)</td><td>139<footnoteRef IDREF="fn-1"/></td><td>mmol/L</td><td>136–145</td></tr><tr><td>Potassium (K<sup>+</sup>)</td><td>4.1<footnote ID="fn-1">The sample was taken again because the first one was shaken.</footnote></td><td>mmol/L</td><td>3.5–5.1</td></tr><tr><th colspan="4">Vitamins</th></tr><tr><td>Vitamin B<sub>12</sub></td><td>412</td><td>pg/mL</td><td>232–1245</td></tr></tbody></table>`,
        results('re-1', '24326-1', 'Electrolytes panel', tested, [
          ['2951-2', 'Sodium', '139', 'mmol/L', '136–145'],
          ['2823-3', 'Potassium', '4.1', 'mmol/L', '3.5–5.1'],
          ['2132-9', 'Vitamin B12', '412', 'pg/mL', '232–1245'],
        ]),
      ),
    ],
  );
}

function visitNote(person: Person, day: Day): string {
  const visit = day(200);
  const about = `<componentOf><encompassingEncounter><id root="2.999.7.5" extension="${person.mrn}-200"/><code code="AMB" codeSystem="2.16.840.1.113883.5.4" displayName="Office visit"/><effectiveTime><low value="${visit}"/><high value="${visit}"/></effectiveTime><responsibleParty><assignedEntity><id root="2.999.7.3" extension="saltmarsh"/>${marsh}</assignedEntity></responsibleParty></encompassingEncounter></componentOf>`;
  return document(person, 'visit', ['11506-3', 'Progress note'], 'Visit Summary', visit, about, [
    section('2.12', ['29299-5', 'Reason for visit'], 'Reason for Visit', 'Blood pressure check'),
    section(
      '2.5.1',
      ['11450-4', 'Problem list'],
      'Problems',
      '<paragraph ID="pr-1">High blood pressure</paragraph>',
      problem('pr-1', '38341003', 'High blood pressure', day(380)),
    ),
    section(
      '2.10',
      ['18776-5', 'Plan of care note'],
      'Plan of Treatment',
      '<list listType="ordered"><item>Keep taking lisinopril once a day.</item><item>Walk for 30 minutes on most days.</item><item>Come back in three months.</item></list>',
    ),
  ]);
}

/** Two documents that another hospital sent about `patient`. */
export async function seedHealthSummaries(db: Db, { patients }: SeedContext, now: Date = new Date()): Promise<void> {
  const patient = patients.find(({ username }) => username === 'patient');
  if (patient === undefined) return;
  const { patientId, firstName, lastName } = patient;
  const person = { firstName, lastName, ...(await db.one(bornOn, { patientId })) };
  const day: Day = (daysAgo) =>
    new Date(now.getTime() - daysAgo * 86_400_000).toISOString().slice(0, 10).replaceAll('-', '');
  await addDocument(db, source, patientId, visitNote(person, day));
  await addDocument(db, source, patientId, summary(person, day));
}
