import { type Identity, mayDo } from '../../data/profile.ts';

/** Whether what registration has of the patient is for the reader: of somebody for whom they act, only with the whole record. */
export const maySeeRegistration = (identity: Identity | null): boolean =>
  mayDo(identity, { section: 'HealthSummary', right: 'read' });
