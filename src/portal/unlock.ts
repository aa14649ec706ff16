import { unlockOffline } from '../data/vault/keeper.ts';

/** Opens what this device keeps for a person, without a network; false when name and password fit nothing here. */
export async function unlockHere(username: string, password: string): Promise<boolean> {
  const outcome = await unlockOffline(username, password);
  return outcome.kind === 'opened';
}
