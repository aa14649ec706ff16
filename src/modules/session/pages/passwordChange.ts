/** What a sign-in that asks for a new password hands to the page that changes it: in memory only. */
let kept: { readonly username: string; readonly password: string } | null = null;

export const storePasswordChange = (credentials: { readonly username: string; readonly password: string }): void =>
  void (kept = credentials);

export const storedPasswordChange = (): typeof kept => kept;

export const forgetPasswordChange = (): void => void (kept = null);
