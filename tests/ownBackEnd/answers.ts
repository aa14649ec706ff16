const patientId = 11;
const userId = 21;
const facilityId = 31;
const ifSystemId = 41;
const provider = { firstName: 'Ottilie', lastName: 'Marchbank' };
const patient = { firstName: 'Rosalind', lastName: 'Quillfeather' };
export const signIn = { username: 'rosalind.own', password: 'Own+Words1' };

/** Answers that are files. The specification leaves their format open. */
export const files: Readonly<Record<string, 'pdf' | 'html'>> = {
  'GET /api/facilities/{facilityId}/downloadableContent/{formId}': 'pdf',
  'GET /api/education/articles/{articleId}/content': 'html',
  'GET /api/invitations/{invitationId}/pinpdf': 'pdf',
  'POST /api/patients/{patientId}/labresults/published/{labResultId}/pdf': 'pdf',
  'GET /api/patients/{patientId}/medicalnotes/published/{noteId}/page/{pageNumber}/content': 'pdf',
  'GET /api/patients/{patientId}/HealthSummary/{ifSystemId}/download': 'html',
  'GET /api/users/{userId}/audits/report': 'html',
  'GET /api/patients/{patientId}/export': 'html',
};

// 3, section 3: Patient reminder settings
export const fullReminders = {
  followUpEmailEnabled: false,
  followUpSmsEnabled: false,
  appointmentEmailEnabled: true,
  appointmentSmsEnabled: false,
  secureMessageEmailEnabled: true,
  secureMessageSmsEnabled: false,
  questionnaireEmailEnabled: false,
  questionnaireSmsEnabled: false,
  usePrimaryEmail: true,
  nonPrimaryEmailAddress: null,
  emailBounced: false,
  smsPhoneNumber: null,
  appointmentReminderOffset: '2Days',
  followUpReminderOffset: 'Off',
  showAppointmentNotificationDigestHint: false,
};

const dayMilliseconds = 86_400_000;
/** Words in the health summary, which is HTML. */
export const summaryWords = 'Allergies: latex, a rash.';
/** An HTML summary from an unknown source, with scripts and styles that must not take effect. */
export const summaryHtml = `<html><head><style>body { display: none }</style></head><body onload="document.title='run'">
<h1>Summary of care</h1><p>${summaryWords}</p><script>document.title = 'run';</script>
<table><tr><th>Medicine</th><th>Dose</th></tr><tr><td>Letrozole</td><td>2.5 mg</td></tr></table></body></html>`;

/**
 * The answers that the specification describes for one invented patient: its calls with the fields that it lists, and no others. The
 * numbers are the part of the specification and its section. `null`: the specification describes no answer.
 */
export function answersAt(now: number): Readonly<Record<string, unknown>> {
  const day = (from: number) => new Date(now + from * dayMilliseconds).toISOString().slice(0, 10);
  const instant = (from: number) => new Date(now + from * dayMilliseconds).toISOString();
  const parts = (from: number) => ({ datePart: day(from), timePart: instant(from).slice(11, 16) });

  // 1, section 3: Patient
  const address = {
    address1: '4 Mill Lane',
    address2: null,
    city: 'Elmira',
    zipCode: '14901',
    state: 'New York',
    country: 'United States',
  };
  // 1, section 3: Facility
  const facility = {
    facilityId,
    facilityName: 'Lantern Hill Hospital',
    facilityPortalName: 'Lantern Hill Portal',
    facilityShortName: 'Lantern Hill',
    themeId: 51,
    timeZoneAbbreviation: 'EST',
    timeZoneId: 'America/New_York',
    timeZoneOffset: -300,
    defaultCommunicationLanguageId: 1,
    defaultCommunicationLanguageName: 'English',
    logo: null,
    resources: { faqs: true, usefulLinks: true, downloadableForms: true },
  };
  // 2, section 3: Questionnaire item; 3.8 of the rulings for what the specification leaves open
  const questionnaireItems = [
    {
      questionnaireItemId: 301,
      questionnaireItemType: 'SingleSelectionRadioButtonQuestion',
      sortOrder: 1,
      questionMatrixGuid: null,
      formattedText: 'How well did you sleep?',
      isRequired: true,
      listAnswers: [
        { listAnswerId: 311, isOtherOption: false, answerText: 'Well', sortOrder: 1, score: 0 },
        { listAnswerId: 312, isOtherOption: false, answerText: 'Badly', sortOrder: 2, score: 1 },
      ],
    },
    {
      questionnaireItemId: 302,
      questionnaireItemType: 'TextQuestion',
      sortOrder: 2,
      questionMatrixGuid: null,
      formattedText: 'Anything else?',
      isRequired: false,
    },
  ];
  // 2, section 3: Assigned questionnaire
  const questionnaire = {
    assignedQuestionnaireId: 61,
    templateTitle: 'Sleep',
    templateDescription: 'How you slept last week',
    patientInstructions: 'Think of last week.',
    statusDescription: 'Assigned',
    dueDate: day(10),
    completedDate: null,
    questionnaireItems,
    patientQuestionAnswerList: [],
    patientScoreList: [],
    defaultMsgOnCompletion: 'Thank you.',
    isValid: false,
  };
  const completed = {
    ...questionnaire,
    assignedQuestionnaireId: 62,
    templateTitle: 'Appetite',
    statusDescription: 'Completed',
    completedDate: instant(-20),
    patientQuestionAnswerList: [{ questionnaireItemId: 301, listAnswerId: 311 }],
    patientScoreList: [{ patientMessageOnCompletion: 'Your appetite is good.' }],
    isValid: true,
  };
  // 3, section 3: Test result
  const labResult = {
    labResultId: 71,
    startDate: day(-12),
    requestingPhysician: 'Marchbank, Ottilie',
    labName: 'Mill Lane Laboratory',
    noteToPatient: 'Nothing to worry about.',
    isReviewedByPatient: false,
    externalStatus: 'final',
    testResultGroups: [
      {
        testResultGroupId: 72,
        groupDisplayName: 'Blood count',
        testResultDetails: [
          {
            testResultDetailId: 73,
            testDisplayName: 'Hemoglobin',
            testValue: '10.1',
            unitOfMeasure: 'g/dL',
            referencesRange: '12.0 - 16.0',
            abnormalFlag: 'Low',
            comment: null,
          },
          // An empty field may be absent.
          { testResultDetailId: 74, testDisplayName: 'Platelets', testValue: '250' },
        ],
      },
    ],
  };
  // 3, section 3: Secure message thread
  const thread = {
    threadId: 81,
    subjectText: 'Your visit',
    lastMessageDate: parts(-1),
    replyAllowed: true,
    referencedPatientId: patientId,
    referencedPatientDateOfBirth: '1968-04-09',
    members: [
      {
        threadMemberId: 82,
        patientId,
        ...patient,
        isArchived: false,
        areMessagesReviewed: false,
        visibleNumberOfMessages: 2,
        statusData: { reviewedOnDate: null },
      },
      {
        threadMemberId: 83,
        ...provider,
        isArchived: false,
        areMessagesReviewed: true,
        visibleNumberOfMessages: 2,
        statusData: { reviewedOnDate: instant(-1) },
      },
    ],
  };
  // 3, section 3: Message
  const message = (messageId: number, from: number, author: typeof patient, content: string) => ({
    messageId,
    messageDate: instant(from),
    authorFirstName: author.firstName,
    authorLastName: author.lastName,
    proxyAuthorFirstName: null,
    proxyAuthorLastName: null,
    senderDisplayName: `${author.firstName} ${author.lastName}`,
    content,
    displayDate: parts(from),
  });
  // 3, section 3: Health summary, currentIdentifier
  const summary = { ifSystemId, ccdaId: 91, sendSecurelyDisabled: true, displayDate: day(-30) };
  // 2, section 3: Contact
  const contact = {
    contactId: 101,
    patientId,
    contactFirstName: 'Barnaby',
    contactLastName: 'Quillfeather',
    suffix: null,
    relationship: 'Brother',
    relationshipId: 1,
    isPrimaryContact: true,
    isNextOfKin: true,
    providesTransport: false,
    usePatientAddress: false,
    ...address,
    homePhone: '6075550142',
    mobilePhone: null,
    workPhone: null,
    isOkToLeaveMsgHome: true,
    isOkToLeaveMsgMobile: false,
    isOkToLeaveMsgWork: false,
    contactEmail: 'barnaby@example.com',
    preferredCommunicationId: 1,
    communicationLanguageId: 1,
    isActive: true,
    isAuthorizedRepresentativeActive: false,
    authorizedRepresentativeUserId: null,
    invitationId: null,
    isInvitationLocked: false,
    isInvitationExpired: false,
    userInfo: null,
  };

  return {
    // 1, section 7: Authentication
    'POST /token': { access_token: 'own-access', refresh_token: 'own-refresh', expires_in: 300 },
    'GET /api/patientportaluser/loginprofile': {
      email: 'rosalind@example.com',
      ...patient,
      userId,
      isEmailConfirmed: true,
      isEulaAccepted: true,
      isPasswordUpdateRequired: false,
      isAuthorizedRepresentative: false,
      preferences: [],
      ids: [{ idType: 'Patient', value: patientId }],
      termsOfUse: '<p>Be kind.</p>',
    },
    'GET /api/users/{userId}/capabilities/patientPortal': {
      modules: [
        {
          moduleName: 'Dashboard',
          details: [
            'HealthSummary',
            'Appointments',
            'CareTeam',
            'PersonalContacts',
            'AddContact',
            'InviteContact',
            'RequestNewAppointment',
          ].map((fieldName) => ({ fieldName })),
        },
        {
          moduleName: 'TreatmentSummary',
          details: [
            {
              fieldName: 'TreatmentTypes',
              details: [{ fieldName: 'Allergy', details: [{ fieldName: 'allergen' }, { fieldName: 'response' }] }],
            },
          ],
        },
        ...[
          'Appointments',
          'FollowUpPlan',
          'Education',
          'Questionnaires',
          'TestResults',
          'MedicalNotes',
          'SecureMessages',
          'ContactUs',
        ].map((moduleName) => ({ moduleName, details: [] })),
      ],
    },
    'GET /api/patients/{patientId}': {
      patientId,
      ...patient,
      userId,
      hasLogin: true,
      homeFacilityId: facilityId,
      dateOfBirth: '1968-04-09',
      emailAddress: 'rosalind@example.com',
      address,
    },
    'GET /api/patients/{patientId}/externalSystems': [
      { ifSystemId, patientDisplayName: 'Mill Lane Clinic', activeTriggerEventTypes: ['CcdaRequested'] },
    ],
    'GET /api/patients/{patientId}/facilities': [facility],
    // 1, section 7: Facility and content
    'GET /api/facilities': facility,
    'GET /api/facilities/{facilityId}/images/logoUrl': { logoUrl: null },
    'GET /api/themes/{themeId}/css': ':root { --own: 1 }',
    'GET /api/SystemCapabilities/SupportedLanguages': [
      { languageCode: 'en', displayName: 'English' },
      { languageCode: 'es', displayName: 'Español' },
    ],
    'GET /api/content/languagepack/patientPortal': {},
    'GET /api/languages/translations': {},
    'GET /api/content/{contentKey}': '<p>In our own words.</p>',
    'GET /api/content/{contentKey}/facilityToken/{facilityId}': '<p>In our own words.</p>',
    // 1, section 7: Language and preferences; Account upkeep; Sign-up
    'GET /api/patients/{patientId}/preferredLanguage': 'en',
    'GET /api/users/{userId}/Preferences': [{ userId, name: 'PatientPortal_AppointmentsFilter_Date', value: 'All' }],
    'GET /api/users/{userId}/validateuser/{encryptedUserId}/{username}': { userValidation: true },
    'PATCH /api/users/{userId}': { userId, email: 'rosalind@example.com' },
    'GET /api/patients/signup/passwordRules': { minLength: 8, capitalLetters: 1, numbers: 1, specialCharacters: 1 },
    'GET /api/patients/signup/verificationFields': 'PIN,MRN',
    'POST /api/patients/signup/invitedPatientValidation': {
      patientId,
      ...patient,
      emailAddress: null,
      homeFacilityId: facilityId,
    },
    'POST /api/patients/signup/postAccountInformation': 'Failed to send email',
    'GET /api/authRep/signup/verifyInvitationToken/{token}/{pin}': {
      arEmail: 'barnaby@example.com',
      facilityHomeId: facilityId,
    },
    // 2, section 7
    'GET /api/patients/{patientId}/appointments': [
      {
        id: 111,
        date: instant(5),
        provider: 'Marchbank, Ottilie',
        type: 'Office visit',
        location: '<p>Lantern Hill, room 4</p>',
        status: 'Scheduled',
        timeZoneAbbreviation: 'EST',
        isFiltered: false,
      },
    ],
    'GET /api/patients/{patientId}/upcomingAppointments/count/4': [
      {
        id: 111,
        upcomingAppointmentType: 'External',
        date: 'In five days',
        rawDate: instant(5),
        hasTimePart: true,
        timeZoneAbbreviation: 'EST',
        shortLocation: 'Lantern Hill, room 4',
        externalAppointmentType: 'Office visit',
        status: 'Scheduled',
        followUpLabel: null,
        followUpLabelParts: null,
        linkedToOtherTypeCount: 0,
      },
    ],
    'GET /api/patients/{patientId}/NotificationSettings': { patientSettings: { email: true, sms: false } },
    'GET /api/patients/{patientId}/followUpPlan': [
      {
        startDate: day(-90),
        memoToPatient: 'Walk every day.',
        taskNames: [{ key: 'exam', value: 'Examination' }],
        appointments: [
          {
            ptFollowUpAppointmentId: 121,
            label: 'Six months',
            provider: 'Marchbank, Ottilie',
            actualDate: null,
            targetDate: day(60),
            statusDesc: 'Pending',
            tasks: [{ propertyCategoryId: 'exam', isAddressed: false, taskNote: 'Bring your list of medicines.' }],
          },
        ],
        templates: [{ templateDisplayName: 'After surgery', effectiveDate: day(-90) }],
      },
    ],
    'GET /api/patients/{patientId}/education': [
      {
        articleId: 131,
        assignedDate: day(-3),
        categoryName: 'Eating well',
        categorySortOrder: 1,
        isArchived: false,
        wasReadByPatient: null,
      },
    ],
    'GET /api/patients/{patientId}/education/UnreadCount': 1,
    'GET /api/patients/{patientId}/education/ArchivedCount': 0,
    'GET /api/patients/{patientId}/careTeamMembers': [
      {
        careTeamId: 141,
        patientId,
        careProviderId: 142,
        ...provider,
        publicEmail: null,
        address1: '1 Hill Road',
        address2: null,
        address3: null,
        city: 'Elmira',
        state: 'New York',
        country: 'United States',
        zipCode: '14901',
        publicPhone: '6075550100',
        publicPhoneExt: null,
        fax: null,
        institution: 'Lantern Hill Hospital',
        careProviderTitleValue: 'Dr.',
        careProviderTitle: 'Oncologist',
        suffix: null,
        photoFilename: null,
        photoThumbnailFilename: null,
        preferredSecureMessageIfSystemId: ifSystemId,
        secureMessageRecipientForPatient: true,
      },
    ],
    'GET /api/patients/{patientId}/assignedquestionnaires': [questionnaire],
    'GET /api/patients/{patientId}/assignedquestionnaires/newcount': 1,
    'GET /api/patients/{patientId}/assignedquestionnaires/{id}': questionnaire,
    'PUT /api/patients/{patientId}/assignedquestionnaires/{id}': {
      ...completed,
      assignedQuestionnaireId: 61,
      templateTitle: 'Sleep',
    },
    'PUT /api/patients/{patientId}/assignedquestionnaires/declinequestionnaire': {
      ...questionnaire,
      statusDescription: 'Declined',
      completedDate: instant(0),
    },
    'GET /api/patients/{patientId}/assignedquestionnaires/history': [completed],
    'GET /api/patients/{patientId}/assignedquestionnaires/history/{id}': completed,
    'GET /api/kiosk/questionnaires': [
      {
        patientId,
        ...patient,
        dateOfBirth: '1968-04-09',
        mrn: 'LH-1',
        facilityShortName: 'Lantern Hill',
        questionnaireTitles: ['Sleep'],
        canStartByPatient: true,
      },
    ],
    'POST /api/kiosk/patient/{patientId}/initiateLogon': { facilityUrl: 'https://kiosk.example.com', data: 'once' },
    'GET /api/patients/{patientId}/contacts': [contact],
    'PUT /api/patients/{patientId}/contacts': contact,
    'POST /api/patients/{patientId}/contacts/{contactId}': contact,
    'GET /api/lookups/relationships': [{ relationshipId: 1, relationshipDisplay: 'Brother' }],
    'GET /api/lookups/countries': [{ countryId: 1, countryNameDisplay: 'United States' }],
    'GET /api/lookups/states': [{ stateId: 1, countryId: 1, stateNameDisplay: 'New York' }],
    'GET /api/lookups/preferredCommunications': [
      { preferredCommunicationId: 1, preferredCommunicationCode: 'EMAIL', preferredCommunicationDisplay: 'Email' },
    ],
    'GET /api/patients/{patientId}/address': address,
    'GET /api/invitations/contact/{contactId}/checkArInviteExists': false,
    'POST /api/invitations/contact/{contactId}/invite': { invitationId: 151, pin: '418205' },
    // 3, section 7
    'GET /api/patients/{patientId}/labresults/published': [labResult],
    'GET /api/patients/{patientId}/labresults/{labResultId}': labResult,
    'GET /api/patients/{patientId}/labresults/NotReviewedCount': 1,
    'GET /api/patients/{patientId}/medicalnotes/published': [
      {
        ptMedicalNoteId: 161,
        patientId,
        serviceDate: day(-8),
        documentType: 'Progress note',
        authoredBy: 'Marchbank, Ottilie',
        noteToPatient: 'As we discussed.',
        pages: 2,
        isReviewedByPatient: false,
        isFiltered: false,
      },
    ],
    'GET /api/patients/{patientId}/medicalnotes/notReviewedCount': 1,
    'GET /api/patients/{patientId}/treatmentSummary': [
      {
        key: 'Allergy',
        value: [
          {
            isNullMessageHolder: false,
            nullMessage: null,
            isPatientReviewed: false,
            allergen: 'Latex',
            response: 'Rash',
          },
        ],
      },
    ],
    'GET /api/patients/{patientId}/treatmentSummary/UnseenCount': 1,
    'GET /api/patients/{patientId}/SecureMessages': [thread],
    'GET /api/patients/{patientId}/SecureMessages/threads/{threadId}': [
      message(84, -2, patient, 'May I eat before the visit?'),
      message(85, -1, provider, 'Yes, a light breakfast.'),
    ],
    'GET /api/patients/{patientId}/SecureMessages/countUnread': 1,
    'POST /api/patients/{patientId}/SecureMessages/new/{careProviderId}': { threadId: 81 },
    'GET /api/patients/{patientId}/HealthSummary/OfficeVisits': [
      {
        encounterDate: parts(-30),
        visitType: 'Office visit',
        provider: 'Marchbank, Ottilie',
        identifier: { ifSystemId, ccdaId: 91 },
      },
    ],
    'GET /api/patients/{patientId}/MostRecentHealthSummary/{ifSystemId}': summary,
    'GET /api/patients/{patientId}/HealthSummary/{ifSystemId}': [summary],
    'GET /api/patients/{patientId}/HealthSummary/{ifSystemId}/html': summaryHtml,
    'GET /api/accountsettings/patientregistrationdetails/{patientId}': {
      fullName: 'Rosalind Quillfeather',
      mrn: 'LH-1',
      gender: 'Female',
      dateOfBirth: '1968-04-09',
      birthCountry: null,
      ethnicity: null,
      race: null,
      religion: null,
      primaryLanguage: 'English',
      citizenship: null,
      maritalStatus: null,
      mothersMaidenName: null,
      occupation: null,
      homePhone: '6075550142',
      mobilePhone: null,
      primaryEmail: 'rosalind@example.com',
      preferredCommunication: 'Email',
      address1: '4 Mill Lane',
      address2: null,
      city: 'Elmira',
      state: 'New York',
      country: 'United States',
      insuranceNote: null,
      advancedDirectiveNote: null,
      isClinicalTrial: false,
      clinicalTrialID: null,
    },
    'PUT /api/patients/{patientId}/NotificationSettings': fullReminders,
    'GET /api/systemremindersettings': {
      patientFollowUpEmailEnabled: true,
      patientFollowUpSmsEnabled: false,
      patientAppointmentEmailEnabled: true,
      patientAppointmentSmsEnabled: false,
      patientSecureMessageEmailEnabled: true,
      patientSecureMessageSmsEnabled: false,
      patientQuestionnaireEmailEnabled: true,
      patientQuestionnaireSmsEnabled: false,
      patientDefaultAppointmentReminderOffset: '2Days',
      patientDefaultFollowUpReminderOffset: 'Off',
    },
    'GET /api/facilities/{facilityId}/contacts': [
      {
        contactName: 'Front desk',
        address1: '1 Hill Road',
        address2: null,
        city: 'Elmira',
        state: 'New York',
        zipCode: '14901',
        country: 'United States',
        phone: '6075550100',
        fax: null,
        email: null,
        sortOrder: 1,
      },
    ],
    'GET /api/facilities/{facilityId}/faqs': [
      { question: 'When are you open?', answer: '<p>From nine to five.</p>', viewOrder: 1 },
    ],
    'GET /api/facilities/{facilityId}/downloadableContent': [
      {
        title: 'Before your visit',
        description: null,
        url: 'https://forms.example.com/visit.pdf',
        contentType: null,
        fileType: 'pdf',
        fileSize: null,
        viewOrder: 1,
        downloadableItemId: 171,
        facilityId,
      },
    ],

    // The specification describes no answer to these
    'POST /api/users/{userId}/audit': null,
    'POST /api/users/{userId}/audit/logoff': null,
    'POST /api/users/{userId}/sendConfirmEmail': null,
    'PUT /api/users/{userId}/confirmEmail/': null,
    'PATCH /api/users/{userId}/replace': null,
    'PUT /api/users/changePassword': null,
    'PUT /api/users/{userId}/changePassword': null,
    'POST /api/users/forgotPassword': null,
    'PUT /api/users/{userId}/changeemail': null,
    'PUT /api/users/{userId}/preferredLanguage': null,
    'PUT /api/patients/{patientId}/preferredLanguage': null,
    'PUT /api/users/{userId}/Preferences': null,
    'PUT /api/education/articles/{articleId}/read': null,
    'POST /api/patients/{patientId}/contacts/{contactId}/UnlockAccount': null,
    'POST /api/patients/{patientId}/contacts/{contactId}/ResetPassword': null,
    'POST /api/patients/{patientId}/medicalnotes/{noteId}/setasreviewed': null,
    'PATCH /api/patients/{patientId}/SecureMessages/threads/{threadId}': null,
    'POST /api/patients/{patientId}/SecureMessages/threads/{threadId}/reply': null,
    'POST /api/patients/{patientId}/HealthSummary/{ifSystemId}/{transmitType}': null,
  };
}
