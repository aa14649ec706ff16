/** A Bundle that cannot be worked on as it is. Its reason is for the engineer and has nothing of a patient. */
export class BundleWaits extends Error {}
