import * as v from 'valibot';
import { declareCall } from './call.ts';
import { CareProviderId } from './ids.ts';
import { messagesPath, ofMessages } from './messagePresets.ts';
import { RequestOffer } from './messageRequests.ts';
import { ofPatient } from './presets.ts';

/** Who reads a thread and how soon they usually answer; shown above the text field. */
export const MessageAnswerer = v.object({
  careProviderId: CareProviderId,
  firstName: v.string(),
  lastName: v.string(),
  /** `Dr.` */
  careProviderTitleValue: v.nullable(v.string()),
  /** `Oncologist` */
  careProviderTitle: v.nullable(v.string()),
  suffix: v.nullable(v.string()),
  /** Who else reads, in the facility's words: `the nurses of the Willow Wing`. */
  alsoReadBy: v.nullable(v.string()),
  /** Working days within which they usually answer, 0 for the same day; null when the facility does not say. */
  answersWithinDays: v.nullable(v.number()),
  /** False: they do not use messages here, and are called instead. */
  takesMessages: v.boolean(),
  publicPhone: v.nullable(v.string()),
});
export type MessageAnswerer = v.InferOutput<typeof MessageAnswerer>;

/** To whom a patient can write, by last name, and what is shown above the text. */
export const listMessageRecipients = declareCall({
  ...ofPatient,
  ...ofMessages,
  name: 'listMessageRecipients',
  isOurs: true,
  path: `${messagesPath}/recipients`,
  answer: v.object({
    recipients: v.array(MessageAnswerer),
    /** The emergency number: `911`. */
    emergencyPhone: v.nullable(v.string()),
    /** Who answers day and night, and their number. */
    urgentName: v.nullable(v.string()),
    urgentPhone: v.nullable(v.string()),
    /** Days on which messages are answered, 1 Monday to 7 Sunday. */
    workingDays: v.array(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(7))),
    /** What the facility can be asked for, in its order. */
    requests: v.optional(v.array(RequestOffer), []),
  }),
  audited: false,
});
