import { type CallName, type CallShape, calls } from '@portal/api';
import { requireWithinLimit } from './limits.ts';
import type { Db } from '../db/pool.ts';
import type { Actor } from './handler.ts';

interface Quota {
  readonly most: number;
  readonly seconds: number;
  /** Calls with the same word are counted together. */
  readonly countedAs?: string;
}

const inAnHour = (most: number, countedAs?: string): Quota => ({
  most,
  seconds: 3600,
  ...(countedAs === undefined ? {} : { countedAs }),
});

/** For every call that changes something and has no quota of its own below. */
const usual = inAnHour(600);
const confirmation = inAnHour(10, 'confirm-email');

const own: Readonly<Partial<Record<CallName, Quota>>> = {
  // These send something to somebody: a mailbox, a phone, the front desk.
  sendConfirmEmail: confirmation,
  changeEmail: confirmation,
  replaceEmail: confirmation,
  sendTestNotice: inAnHour(5),
  inviteContact: inAnHour(20),
  setContactAccess: inAnHour(60),
  askContactChange: inAnHour(20),
  // These cost the server more than a page does.
  exportPersonalData: inAnHour(20, 'export'),
  exportFhirBundle: inAnHour(20, 'export'),
  getActivityReport: inAnHour(20),
  downloadHealthSummary: inAnHour(60),
  shareSummary: inAnHour(20),
  openLabResultsPdf: inAnHour(60),
  // Pages make these calls by themselves while somebody types, navigates or reads.
  putDraft: inAnHour(4000),
  saveMessageDraft: inAnHour(4000),
  searchMessages: inAnHour(2000),
  reportPresence: inAnHour(2000),
  sendAuditEvent: inAnHour(2000),
  createDownloadToken: inAnHour(2000),
};

const quotas: ReadonlyMap<string, Quota> = new Map(
  Object.values<CallShape>(calls).flatMap((call) => {
    const quota = new Map<string, Quota>(Object.entries(own)).get(call.name);
    if (quota !== undefined) return [[call.name, quota]];
    return call.method === 'GET' || call.access === 'everyone' ? [] : [[call.name, usual]];
  }),
);

/** Counts one use; beyond the quota it refuses and says for how many minutes. Staff have none: their account serves many tablets. */
export async function spendQuota(
  db: Db,
  { name }: Pick<CallShape, 'name'>,
  { userId, role }: Pick<Actor, 'userId' | 'role'>,
): Promise<void> {
  const quota = role === 'kioskManager' ? undefined : quotas.get(name);
  if (quota !== undefined) await requireWithinLimit(db, quota.countedAs ?? name, String(userId), quota);
}
