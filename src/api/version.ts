/**
 * Grows with each change of the contract that an older client does not understand. Every answer says the server's in
 * `versionHeader`, so that a page that was open over the change can offer the new version.
 */
export const contractVersion = 4;
export const versionHeader = 'x-vestibule-contract';
