import type { AnswerOf, ContactId, InvitationId, inviteContact } from '@portal/api';

/** A contact whom the patient is about to invite. */
export interface Invitee {
  readonly contactId: ContactId;
  readonly name: string;
  readonly email: string;
}

/** Somebody who was just invited. The PIN is nowhere else. */
export interface Invited {
  readonly name: string;
  readonly email: string;
  readonly invitationId: InvitationId;
  readonly pin: string;
  /** What the mail says, without its link. */
  readonly mail: AnswerOf<typeof inviteContact>['mail'];
}
