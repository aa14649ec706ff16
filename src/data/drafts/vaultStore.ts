import type { AssignedQuestionnaireId, PatientId } from '@portal/api';
import { soundVault } from '../vault/keeper.ts';
import { StorageRefused } from '../vault/rows.ts';
import type { Claim, Vault } from '../vault/vault.ts';
import { draftPlace, storedDraft } from './record.ts';
import type { SheetStore } from './sheet.ts';

/** The right to write one draft in the vault that gave it. */
export interface VaultMark {
  readonly vault: Vault;
  readonly claim: Claim;
}

/** One draft's place in the vault of the person signed in, whenever that vault is open. */
export function vaultStore(patientId: PatientId, assignedQuestionnaireId: AssignedQuestionnaireId, patience = 100): SheetStore<VaultMark> {
  const place = draftPlace(patientId, assignedQuestionnaireId);
  return {
    async claim() {
      const vault = await soundVault(patience);
      if (!vault) throw new StorageRefused(new Error('the vault is not open'));
      const { claim, value } = await vault.claim(place);
      return { mark: { vault, claim }, stored: storedDraft(value) };
    },
    write: ({ vault, claim }, record) => vault.write(place, claim, record),
    remove: ({ vault, claim }) => vault.remove(place, claim),
  };
}
