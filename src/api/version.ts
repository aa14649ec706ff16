/**
 * Increases with each change of the contract that an older client does not understand. Every answer has the server's version in
 * `versionHeader`, so that a page that was open during the change can offer the new version.
 */
export const contractVersion = 4;
export const versionHeader = 'x-vestibule-contract';
