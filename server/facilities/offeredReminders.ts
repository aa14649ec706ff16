import { SystemReminderSettings } from '@portal/api';
import * as v from 'valibot';

/** The notices that a facility of this server offers. Those of the record are offered unless it says otherwise. */
export const OfferedReminders = v.object({
  ...SystemReminderSettings.entries,
  patientRecordEmailEnabled: v.optional(v.boolean(), true),
  patientRecordSmsEnabled: v.optional(v.boolean(), true),
});
export type OfferedReminders = v.InferOutput<typeof OfferedReminders>;
