import * as v from 'valibot';
import { declareCall } from './call.ts';
import { changing } from './presets.ts';
import { Instant } from './values.ts';

/** The number as it is stored (`7K3M-9QWX-E2HD`), from one that somebody typed: letters that look like digits are those digits. */
const TypedReceiptNumber = v.pipe(
  v.string(),
  v.maxLength(100),
  v.transform((typed) => {
    const signs = typed
      .toUpperCase()
      .replaceAll('O', '0')
      .replaceAll(/[IL]/g, '1')
      .replaceAll(/[^0-9A-Z]/g, '');
    return (signs.match(/.{1,4}/g) ?? []).join('-');
  }),
);

/**
 * What a receipt proves: that answers, a message or a request were sent, when and to whom. It says nothing of their content or of the person
 * who sent them. `recipient`: who a message went to; null for answers, which go to the facility.
 */
export const ReceiptFacts = v.object({
  kind: v.picklist(['answers', 'message', 'request']),
  sentAt: Instant,
  facilityName: v.string(),
  recipient: v.nullable(v.string()),
});
export type ReceiptFacts = v.InferOutput<typeof ReceiptFacts>;

/** Says for anybody who has the number of a receipt whether it is real; 404 if it is not. */
export const checkReceipt = declareCall({
  ...changing,
  name: 'checkReceipt',
  isOurs: true,
  method: 'POST',
  path: '/api/receipts/check',
  access: 'everyone',
  body: v.object({ receiptNumber: TypedReceiptNumber }),
  answer: ReceiptFacts,
});
