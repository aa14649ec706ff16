/** In memory, so that it is over with the document that a hand-over replaces. */
let isOffered = false;

/** From now on staff's list offers a passkey to whoever has just logged in by password. */
export const offerPasskey = (): void => void (isOffered = true);

export const isPasskeyOffered = (): boolean => isOffered;
