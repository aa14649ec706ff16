import type { Vault } from '../vault/vault.ts';

/** One kind of unsent work, as the outbox and a log-out use it. */
export interface UnsentKind {
  /** Sends what the vault has of it; true when nothing is left that another try could send. */
  send(vault: Vault): Promise<boolean>;
  /** The work of this kind that pages of this tab have open. */
  here(): readonly { pump(): Promise<unknown>; settle(): Promise<unknown> }[];
  /** How many would be lost with this device: sent but not confirmed, or newer than what the server has. */
  count(): Promise<number>;
}
