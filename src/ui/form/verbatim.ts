/** For a text field in which every letter matters, such as a username: no keyboard may change them. */
export const verbatim = { autoCapitalize: 'none', autoCorrect: 'off', spellCheck: false } as const;
