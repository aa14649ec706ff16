/** The age of the copy is shown once, under the greeting. */
export const quietly = { savedCopy: null } as const;
