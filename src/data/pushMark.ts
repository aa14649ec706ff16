const key = 'vestibule.push';

/** The vault whose person gets notices on this browser: an opaque id, no name. Null: nobody. */
export function markedVault(): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

export function markVault(vaultId: string | null): void {
  try {
    if (vaultId === null) localStorage.removeItem(key);
    else localStorage.setItem(key, vaultId);
  } catch {
    // A browser that stores nothing has no vault to mark.
  }
}
