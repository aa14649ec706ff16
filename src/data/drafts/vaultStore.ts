import type { AssignedQuestionnaireId, PatientId } from '@portal/api';
import * as v from 'valibot';
import { soundVault } from '../vault/keeper.ts';
import { StorageRefused } from '../vault/rows.ts';
import type { Claim, Vault } from '../vault/vault.ts';
import { apart, draftPlace, formPlace, KeptForm, keptInPlace, type StoredDraft, together } from './record.ts';
import type { SheetStore } from './sheet.ts';

/** The right to write one draft in the vault that gave it. */
export interface VaultMark {
  readonly vault: Vault;
  readonly claim: Claim;
  /** The form as this holder last wrote or read it: a keystroke need not write two hundred questions again. */
  form: KeptForm | null;
}

/** What a vault has of one draft, put together. A draft whose questionnaire cannot be read is treated as not there. */
export async function readDraft(vault: Vault, patientId: PatientId, id: AssignedQuestionnaireId, value: unknown): Promise<StoredDraft | null> {
  const kept = keptInPlace(value);
  if (kept?.kind !== 'draft') return kept;
  const form = v.safeParse(KeptForm, await vault.read(formPlace(patientId, id)));
  return form.success ? together(kept, form.output) : null;
}

/** One draft's place in the vault of the person signed in, whenever that vault is open. */
export function vaultStore(patientId: PatientId, id: AssignedQuestionnaireId, patience = 100): SheetStore<VaultMark> {
  const place = draftPlace(patientId, id);
  const itsForm = formPlace(patientId, id);
  return {
    async claim(isWanted = () => Promise.resolve(true)) {
      const vault = await soundVault(patience);
      if (!vault) throw new StorageRefused(new Error('the vault is not open'));
      // Another tab may have taken the draft meanwhile: its right to write must not be ended by a late comer.
      if (!(await isWanted())) throw new StorageRefused(new Error('the draft is no longer open here'));
      const { claim, value } = await vault.claim(place);
      const stored = await readDraft(vault, patientId, id, value);
      return { mark: { vault, claim, form: stored?.kind === 'draft' ? stored : null }, stored };
    },
    async write(mark, record) {
      if (record.kind === 'discarded') return mark.vault.write(place, mark.claim, record);
      const { draft, form } = apart(record);
      // The form first: answers never stand without their questions.
      if (mark.form?.questionnaire !== form.questionnaire || mark.form.lostFrom !== form.lostFrom) {
        await mark.vault.write(itsForm, null, form);
        mark.form = form;
      }
      return mark.vault.write(place, mark.claim, draft);
    },
    async remove(mark) {
      if (await mark.vault.remove(place, mark.claim)) await mark.vault.remove(itsForm, null);
    },
  };
}
