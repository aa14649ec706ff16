import type { AssignedQuestionnaireId, PatientId } from '@portal/api';
import * as v from 'valibot';
import { soundVault } from '../vault/keeper.ts';
import { StorageRefused } from '../vault/rows.ts';
import type { WriteLease, Vault } from '../vault/vault.ts';
import {
  splitRecord,
  draftPlace,
  formPlace,
  DraftFormRow,
  draftRowOf,
  type StoredDraft,
  joinRecord,
} from './record.ts';
import type { DraftStore } from './draftParts.ts';

/** The right to write one draft in the vault that granted it. */
export interface DraftLease {
  readonly vault: Vault;
  readonly writeLease: WriteLease;
  /** The form as this holder last wrote or read it, so that a keystroke does not write two hundred questions again. */
  form: DraftFormRow | null;
}

/** Reads the parts of one draft from a vault and joins them. A draft whose questionnaire cannot be read is treated as absent. */
export async function readDraft(
  vault: Vault,
  patientId: PatientId,
  id: AssignedQuestionnaireId,
  value: unknown,
): Promise<StoredDraft | null> {
  const kept = draftRowOf(value);
  if (kept?.kind !== 'draft') return kept;
  const form = v.safeParse(DraftFormRow, await vault.read(formPlace(patientId, id)));
  return form.success ? joinRecord(kept, form.output) : null;
}

/** The place of one draft in the vault of the person signed in, whenever that vault is open. */
export function vaultStore(patientId: PatientId, id: AssignedQuestionnaireId, patience = 100): DraftStore<DraftLease> {
  const place = draftPlace(patientId, id);
  const itsForm = formPlace(patientId, id);
  return {
    async acquireLease(isWanted = () => Promise.resolve(true)) {
      const vault = await soundVault(patience);
      if (!vault) throw new StorageRefused(new Error('the vault is not open'));
      // Another tab may have taken the draft meanwhile. Acquiring a lease now would end the lease of that tab.
      if (!(await isWanted())) throw new StorageRefused(new Error('the draft is no longer open here'));
      const { lease: writeLease, value } = await vault.acquireLease(place);
      const stored = await readDraft(vault, patientId, id, value);
      return { lease: { vault, writeLease, form: stored?.kind === 'draft' ? stored : null }, stored };
    },
    async write(lease, record) {
      if (record.kind === 'discarded') return lease.vault.write(place, lease.writeLease, record);
      const { draft, form } = splitRecord(record);
      // The form is written first, so that answers are never stored without their questions.
      if (lease.form?.questionnaire !== form.questionnaire || lease.form.lostFrom !== form.lostFrom) {
        await lease.vault.write(itsForm, null, form);
        lease.form = form;
      }
      return lease.vault.write(place, lease.writeLease, draft);
    },
    async remove(lease) {
      if (await lease.vault.remove(place, lease.writeLease)) await lease.vault.remove(itsForm, null);
    },
  };
}
