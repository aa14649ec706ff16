/** The age of the copy stands once, under the greeting. */
export const quietly = { savedCopy: null } as const;
