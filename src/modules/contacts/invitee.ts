import type { AnswerOf, Contact, ContactId, InvitationId, inviteContact } from '@portal/api';

export interface Invitee {
  readonly contactId: ContactId;
  readonly name: string;
  readonly email: string;
  /** Until when they may act for the patient, and why, as it was chosen before. */
  readonly end: Pick<Contact, 'lastDay' | 'reason' | 'sectionEnds'>;
}

/** An invited person. The PIN is stored nowhere else. */
export interface Invited {
  readonly name: string;
  readonly email: string;
  readonly invitationId: InvitationId;
  readonly pin: string;
  /** The text of the mail, without its link. */
  readonly mail: AnswerOf<typeof inviteContact>['mail'];
}
