import * as v from 'valibot';
import { wholeNumberField } from './fields.ts';

const policy = v.picklist(['off', 'optional', 'required'], 'is none of off, optional, required');

/** What a facility wants of a second step at log-in. `graceDays`: how long people may do without from the first log-in that tells them; staff at the kiosk have none. `textMessages`: codes may come so, too. */
export const SecondFactorSettings = v.strictObject({
  patients: v.optional(policy),
  representatives: v.optional(policy),
  kioskStaff: v.optional(v.picklist(['off', 'required'], 'is none of off, required')),
  graceDays: v.optional(wholeNumberField(0, 90)),
  textMessages: v.optional(v.boolean('is neither true nor false')),
});
