import type { JsonObject } from './json.ts';
import type { Terminology } from './concepts.ts';

const hl7 = 'http://terminology.hl7.org';

const valueSet = (url: string, include: readonly JsonObject[]): JsonObject => ({
  resourceType: 'ValueSet',
  url,
  compose: { include },
});
const codes = (system: string, concepts: Readonly<Record<string, string>>): JsonObject => ({
  system,
  concept: Object.entries(concepts).map(([code, display]) => ({ code, display })),
});

const yesAndNo = codes(`${hl7}/CodeSystem/v2-0136`, { Y: 'Yes', N: 'No' });

const r4 = 'http://hl7.org/fhir';
/** A value set of all codes of the system of that name. In FHIR's own, the system's URL has no `ValueSet/`; HL7's has another base. */
const ofR4 = (name: string, concepts: Readonly<Record<string, string>>): JsonObject =>
  valueSet(`${r4}/ValueSet/${name}`, [codes(`${r4}/${name}`, concepts)]);
const ofHl7 = (name: string, concepts: Readonly<Record<string, string>>, system = name): JsonObject =>
  valueSet(`${r4}/ValueSet/${name}`, [codes(`${hl7}/CodeSystem/${system}`, concepts)]);
const ofV3 = (name: string, system: string, concepts: Readonly<Record<string, string>>): JsonObject =>
  valueSet(`${hl7}/ValueSet/v3-${name}`, [codes(`${hl7}/CodeSystem/v3-${system}`, concepts)]);
const loinc = (name: string, concepts: Readonly<Record<string, string>>): JsonObject =>
  valueSet(`${r4}/ValueSet/${name}`, [codes('http://loinc.org', concepts)]);

/** The small value sets of FHIR R4 that forms name without including them. Others come with the questionnaire, or in a file next to it. */
export const coreTerminology: Terminology = {
  valueSets: [
    ofR4('administrative-gender', { male: 'Male', female: 'Female', other: 'Other', unknown: 'Unknown' }),
    valueSet(`${r4}/ValueSet/yesnodontknow`, [
      yesAndNo,
      codes(`${hl7}/CodeSystem/data-absent-reason`, { 'asked-unknown': "Don't know" }),
    ]),
    valueSet(`${hl7}/ValueSet/v2-0136`, [yesAndNo]),
    ofR4('observation-status', {
      registered: 'Registered',
      preliminary: 'Preliminary',
      final: 'Final',
      amended: 'Amended',
      corrected: 'Corrected',
      cancelled: 'Cancelled',
      'entered-in-error': 'Entered in Error',
      unknown: 'Unknown',
    }),
    ofHl7('observation-category', {
      'social-history': 'Social History',
      'vital-signs': 'Vital Signs',
      imaging: 'Imaging',
      laboratory: 'Laboratory',
      procedure: 'Procedure',
      survey: 'Survey',
      exam: 'Exam',
      therapy: 'Therapy',
      activity: 'Activity',
    }),
    loinc('observation-vitalsignresult', {
      '85353-1': 'Vital signs, weight, height, head circumference, oxygen saturation and BMI panel',
      '9279-1': 'Respiratory rate',
      '8867-4': 'Heart rate',
      '2708-6': 'Oxygen saturation in Arterial blood',
      '8310-5': 'Body temperature',
      '8302-2': 'Body height',
      '9843-4': 'Head Occipital-frontal circumference',
      '29463-7': 'Body weight',
      '39156-5': 'Body mass index (BMI) [Ratio]',
      '85354-9': 'Blood pressure panel with all children optional',
      '8480-6': 'Systolic blood pressure',
      '8462-4': 'Diastolic blood pressure',
      '8478-0': 'Mean blood pressure',
    }),
    ofHl7('condition-clinical', {
      active: 'Active',
      recurrence: 'Recurrence',
      relapse: 'Relapse',
      inactive: 'Inactive',
      remission: 'Remission',
      resolved: 'Resolved',
    }),
    ofHl7('condition-ver-status', {
      unconfirmed: 'Unconfirmed',
      provisional: 'Provisional',
      differential: 'Differential',
      confirmed: 'Confirmed',
      refuted: 'Refuted',
      'entered-in-error': 'Entered in Error',
    }),
    ofHl7('condition-category', {
      'problem-list-item': 'Problem List Item',
      'encounter-diagnosis': 'Encounter Diagnosis',
    }),
    valueSet(`${r4}/ValueSet/condition-severity`, [
      codes('http://snomed.info/sct', { '24484000': 'Severe', '6736007': 'Moderate', '255604002': 'Mild' }),
    ]),
    ofHl7('allergyintolerance-clinical', { active: 'Active', inactive: 'Inactive', resolved: 'Resolved' }),
    ofHl7('allergyintolerance-verification', {
      unconfirmed: 'Unconfirmed',
      confirmed: 'Confirmed',
      refuted: 'Refuted',
      'entered-in-error': 'Entered in Error',
    }),
    ofR4('reaction-event-severity', { mild: 'Mild', moderate: 'Moderate', severe: 'Severe' }),
    ofR4('event-status', {
      preparation: 'Preparation',
      'in-progress': 'In Progress',
      'not-done': 'Not Done',
      'on-hold': 'On Hold',
      stopped: 'Stopped',
      completed: 'Completed',
      'entered-in-error': 'Entered in Error',
      unknown: 'Unknown',
    }),
    valueSet(`${r4}/ValueSet/immunization-status`, [
      codes(`${r4}/event-status`, {
        completed: 'Completed',
        'entered-in-error': 'Entered in Error',
        'not-done': 'Not Done',
      }),
    ]),
    ofR4('encounter-status', {
      planned: 'Planned',
      arrived: 'Arrived',
      triaged: 'Triaged',
      'in-progress': 'In Progress',
      onleave: 'On Leave',
      finished: 'Finished',
      cancelled: 'Cancelled',
      'entered-in-error': 'Entered in Error',
      unknown: 'Unknown',
    }),
    valueSet(`${r4}/ValueSet/medicationrequest-status`, [
      codes(`${r4}/CodeSystem/medicationrequest-status`, {
        active: 'Active',
        'on-hold': 'On Hold',
        cancelled: 'Cancelled',
        completed: 'Completed',
        'entered-in-error': 'Entered in Error',
        stopped: 'Stopped',
        draft: 'Draft',
        unknown: 'Unknown',
      }),
    ]),
    valueSet(`${r4}/ValueSet/medicationrequest-intent`, [
      codes(`${r4}/CodeSystem/medicationrequest-intent`, {
        proposal: 'Proposal',
        plan: 'Plan',
        order: 'Order',
        'original-order': 'Original Order',
        'reflex-order': 'Reflex Order',
        'filler-order': 'Filler Order',
        'instance-order': 'Instance Order',
        option: 'Option',
      }),
    ]),
    ofR4('name-use', {
      usual: 'Usual',
      official: 'Official',
      temp: 'Temp',
      nickname: 'Nickname',
      anonymous: 'Anonymous',
      old: 'Old',
      maiden: 'Name changed for Marriage',
    }),
    ofR4('address-use', { home: 'Home', work: 'Work', temp: 'Temporary', old: 'Old / Incorrect', billing: 'Billing' }),
    ofR4('contact-point-system', {
      phone: 'Phone',
      fax: 'Fax',
      email: 'Email',
      pager: 'Pager',
      url: 'URL',
      sms: 'SMS',
      other: 'Other',
    }),
    ofR4('contact-point-use', { home: 'Home', work: 'Work', temp: 'Temp', old: 'Old', mobile: 'Mobile' }),
    ofHl7(
      'patient-contactrelationship',
      {
        BP: 'Billing contact person',
        CP: 'Contact person',
        EP: 'Emergency contact person',
        PR: 'Person preparing referral',
        E: 'Employer',
        C: 'Emergency Contact',
        F: 'Federal Agency',
        I: 'Insurance Company',
        N: 'Next-of-Kin',
        S: 'State Agency',
        U: 'Unknown',
      },
      'v2-0131',
    ),
    valueSet(`${r4}/ValueSet/marital-status`, [
      codes(`${hl7}/CodeSystem/v3-MaritalStatus`, {
        A: 'Annulled',
        D: 'Divorced',
        I: 'Interlocutory',
        L: 'Legally Separated',
        M: 'Married',
        P: 'Polygamous',
        S: 'Never Married',
        T: 'Domestic partner',
        U: 'unmarried',
        W: 'Widowed',
      }),
      codes(`${hl7}/CodeSystem/v3-NullFlavor`, { UNK: 'unknown' }),
    ]),
    valueSet(`${r4}/ValueSet/encounter-participant-type`, [
      codes(`${hl7}/CodeSystem/v3-ParticipationType`, {
        ADM: 'admitter',
        ATND: 'attender',
        CALLBCK: 'callback contact',
        CON: 'consultant',
        DIS: 'discharger',
        ESC: 'escort',
        REF: 'referrer',
        SPRF: 'secondary performer',
        PPRF: 'primary performer',
        PART: 'Participation',
      }),
      codes(`${hl7}/CodeSystem/participant-type`, { translator: 'Translator', emergency: 'Emergency' }),
    ]),
    ofV3('ActEncounterCode', 'ActCode', {
      AMB: 'ambulatory',
      EMER: 'emergency',
      FLD: 'field',
      HH: 'home health',
      IMP: 'inpatient encounter',
      ACUTE: 'inpatient acute',
      NONAC: 'inpatient non-acute',
      OBSENC: 'observation encounter',
      PRENC: 'pre-admission',
      SS: 'short stay',
      VR: 'virtual',
    }),
    ofV3('MessageWaitingPriority', 'MessageWaitingPriority', { H: 'High', L: 'Low', M: 'Medium' }),
  ],
  codeSystems: [],
};
