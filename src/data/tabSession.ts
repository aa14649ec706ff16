/** Whether this tab has a session, of whomever; only that it is there, `session.ts` reads it. */
export function hasTabSession(surface: 'portal' | 'kiosk'): boolean {
  try {
    return sessionStorage.getItem(`vestibule.${surface}`) !== null;
  } catch {
    return false;
  }
}
