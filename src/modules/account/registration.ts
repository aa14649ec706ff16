import { type Identity, mayDo } from '../../data/identity.ts';

/** Whether the reader may see what registration has of the patient: a representative only with rights to the whole record. */
export const maySeeRegistration = (identity: Identity | null): boolean =>
  mayDo(identity, { section: 'HealthSummary', right: 'read' });
