import { Contact } from '@portal/api';
import * as v from 'valibot';

/** A contact as the server sends it, with the fields of `more` changed. */
export const contact = (more: object = {}) =>
  v.parse(Contact, {
    contactId: 5,
    patientId: 1,
    contactFirstName: 'Linnea',
    contactLastName: 'Applewhistle',
    suffix: null,
    relationship: 'Spouse',
    relationshipId: 3,
    isPrimaryContact: false,
    isNextOfKin: true,
    providesTransport: false,
    usePatientAddress: false,
    address1: null,
    address2: null,
    city: null,
    zipCode: null,
    state: null,
    country: null,
    homePhone: null,
    mobilePhone: '+15550100191',
    workPhone: null,
    isOkToLeaveMsgHome: false,
    isOkToLeaveMsgMobile: true,
    isOkToLeaveMsgWork: false,
    contactEmail: 'linnea@example.org',
    preferredCommunicationId: null,
    communicationLanguageId: 1,
    isActive: true,
    isAuthorizedRepresentativeActive: false,
    authorizedRepresentativeUserId: null,
    invitationId: null,
    isInvitationLocked: false,
    isInvitationExpired: false,
    userInfo: null,
    ...more,
  });
/** Languages that the lookup offers; the last has no id. */
export const languages = [
  { languageId: 1, languageCode: 'en' as const, displayName: 'English' },
  { languageId: 2, languageCode: 'es' as const, displayName: 'Español' },
  { languageCode: 'fr' as const, displayName: 'Français' },
];
