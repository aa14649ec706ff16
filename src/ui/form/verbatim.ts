/** For a text field in which every letter matters, such as a username: no keyboard may change the text. */
export const verbatim = { autoCapitalize: 'none', autoCorrect: 'off', spellCheck: false } as const;
