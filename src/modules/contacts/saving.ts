import { type Contact, type ContactDetails, type PatientId, listContacts, saveContact } from '@portal/api';
import { type RefObject, useRef, useState } from 'react';
import { failureOf } from '../../data/errors.ts';
import { send } from '../../data/http.ts';
import { newIdempotencyKey } from '../../data/idempotencyKey.ts';
import { keyOf, invalidateAfter, queryClient } from '../../data/query/query.ts';
import { type MessageBarCodeName, type Values, showMessage } from '../../words/index.ts';
import { withContact } from './access.ts';

/** Shows a message, and scrolls to it above a form that is longer than the window. */
export const sayAbove = (code: MessageBarCodeName, values: Values = {}): void => {
  showMessage(code, values);
  window.scrollTo(0, 0);
};

/** Updates the cached list with a changed contact, before the list is loaded again. */
export function adopt(patientId: PatientId, contact: Contact): void {
  queryClient.setQueryData<readonly Contact[]>(keyOf(listContacts, { params: { patientId } }), (list) =>
    list === undefined ? list : withContact(list, contact),
  );
  void invalidateAfter(saveContact);
}

/** Returns an answer, and stores what was sent if none came: the server may have done it, also when it answers with an error of its own. */
export async function keepIfUnanswered<T, S>(kept: RefObject<S | null>, sent: S, answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    const failure = failureOf(error);
    if (failure !== null && (failure.kind !== 'refused' || failure.status >= 500)) kept.current ??= sent;
    throw error;
  }
}

/** Saves a typed contact; without an existing one it is added. A contact is added once, however often its request is sent. */
export function useSaving(
  patientId: PatientId,
): (contact: Contact | null, details: ContactDetails) => Promise<Contact> {
  const [addKey] = useState(newIdempotencyKey);
  /** The body of a request that may have added the contact. */
  const perhapsAdded = useRef<string | null>(null);
  const change = ({ contactId }: Contact, details: ContactDetails) =>
    send(saveContact, { params: { patientId }, body: { ...details, contactId } });
  const add = async (details: ContactDetails) => {
    const typed = JSON.stringify(details);
    const saved = await keepIfUnanswered(
      perhapsAdded,
      typed,
      send(saveContact, { params: { patientId }, headers: { 'idempotency-key': addKey }, body: details }),
    );
    // Where an earlier request added it, other things may have been typed since.
    return perhapsAdded.current === null || perhapsAdded.current === typed ? saved : change(saved, details);
  };

  return (contact, details) => (contact === null ? add(details) : change(contact, details));
}
