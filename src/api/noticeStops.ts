import * as v from 'valibot';
import { declareCall } from './call.ts';
import { changing } from './presets.ts';
import { NoticeChannel, reminderKinds } from './reminderSettings.ts';

/** The secret of a stop link. */
const StopToken = v.pipe(v.string(), v.minLength(1), v.maxLength(256));
/**
 * What a stop link can stop: one channel and, for each kind of its notice, whether it is still sent and whether the link was used for it. A
 * link works once for each kind.
 */
export const StopLink = v.object({
  channel: NoticeChannel,
  kinds: v.array(
    v.object({ kind: v.picklist(reminderKinds), isOn: v.boolean(), isUsed: v.optional(v.boolean(), false) }),
  ),
});
export type StopLink = v.InferOutput<typeof StopLink>;

const byStopLink = {
  ...changing,
  method: 'POST',
  access: 'everyone',
  answer: StopLink,
  errors: ['link_expired'],
} as const;

/** What the link of a notice would stop. A POST, so that the token is in no log. */
export const readStopLink = declareCall({
  ...byStopLink,
  name: 'readStopLink',
  isOurs: true,
  path: '/api/notices/stopLink',
  body: v.object({ token: StopToken }),
});

/**
 * Stops notices of one kind, or of every kind of the link, by its channel; once for each kind. Needs no sign-in. A link that was never made
 * is `link_expired`.
 */
export const stopNotices = declareCall({
  ...byStopLink,
  name: 'stopNotices',
  isOurs: true,
  path: '/api/notices/stop',
  body: v.object({ token: StopToken, kind: v.optional(v.picklist(reminderKinds)) }),
});

/**
 * Sent by a mail program when somebody presses its own "Unsubscribe" (RFC 8058). It sends a form, which is ignored. `link_expired` also if
 * the link was used before and the person has turned the notices on again.
 */
export const unsubscribe = declareCall({
  ...changing,
  name: 'unsubscribe',
  isOurs: true,
  method: 'POST',
  path: '/api/notices/unsubscribe',
  access: 'everyone',
  query: { token: StopToken },
  errors: ['link_expired'],
});
