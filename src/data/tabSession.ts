/** Whether this tab has a session, of any person. It only checks that the entry exists; `session.ts` reads it. */
export function hasTabSession(surface: 'portal' | 'kiosk'): boolean {
  try {
    return sessionStorage.getItem(`vestibule.${surface}`) !== null;
  } catch {
    return false;
  }
}
