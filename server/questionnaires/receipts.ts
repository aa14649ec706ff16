import { randomBytes } from 'node:crypto';
import { ReceiptFacts } from '@portal/api';
import { statement } from '../db/pool.ts';
import { type Handlers, orNotFound } from '../http/handler.ts';
import { requireWithinLimit } from '../http/limits.ts';

/** Without letters that look like digits, so that the number can be read out and typed from paper. */
const signs = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** A number that nobody can guess (60 random bits), such as `7K3M-9QWX-E2HD`. */
export const newReceiptNumber = (): string =>
  [...randomBytes(12)].map((byte, at) => `${at > 0 && at % 4 === 0 ? '-' : ''}${signs[byte % 32] ?? ''}`).join('');

const findReceipt = statement(
  'receipt.find',
  `select kind, sent_at as "sentAt", facility_name as "facilityName", recipient from receipts where receipt_number = $receiptNumber`,
  ReceiptFacts,
);

/** How often one address may check numbers, so that nobody tries them out. */
const checks = { most: 60, seconds: 15 * 60 };

/** Receipts of answers and messages that were sent. */
export const receiptHandlers = {
  async checkReceipt({ body, db, ip }) {
    await requireWithinLimit(db, 'receipt', ip, checks);
    return orNotFound(await db.maybe(findReceipt, { receiptNumber: body.receiptNumber }));
  },
} satisfies Partial<Handlers>;
