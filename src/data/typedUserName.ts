let typedName: string | null = null;
/** The name that was typed at the sign-in; null when none was typed or after a reload. */
export const typedUserName = (): string | null => typedName;
export const noteTypedUserName = (name: string | null): void => {
  typedName = name;
};
