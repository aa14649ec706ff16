/** A message that cannot be worked on as it is. Its reason is for the engineer and has nothing of the patient. */
export class MessageWaits extends Error {}
