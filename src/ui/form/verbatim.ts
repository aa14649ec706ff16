/** For a text field whose letters count one by one, such as a username: no keyboard changes them. */
export const verbatim = { autoCapitalize: 'none', autoCorrect: 'off', spellCheck: false } as const;
