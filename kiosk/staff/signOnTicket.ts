let ticket: string | null = null;

/** Removes a ticket of an identity system from the address before anything else can read or store it. Must run first. */
export function takeTicketFromAddress(): void {
  ticket = new URLSearchParams(location.hash.slice(1)).get('sso-id');
  if (ticket !== null) history.replaceState(history.state, '', location.pathname + location.search);
}

/** Returns the ticket once; null after that, or where there was none. */
export function giveUpTicket(): string | null {
  const taken = ticket;
  ticket = null;
  return taken;
}
