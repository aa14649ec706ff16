import type { Vault } from '../vault/vault.ts';

/** One kind of what waits to be sent, as the outbox and a log-out see it. */
export interface UnsentKind {
  /** Sends what the vault has of it; true when nothing is left that trying again could send. */
  send(vault: Vault): Promise<boolean>;
  /** What pages of this tab have open of it. */
  here(): readonly { pump(): Promise<unknown>; settle(): Promise<unknown> }[];
  /** How many would be lost with this device: sent but not confirmed, or newer than what the server has. */
  count(): Promise<number>;
}
