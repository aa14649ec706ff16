import * as v from 'valibot';
import { EmailAddress } from './accountRules.ts';
import { declareCall } from './call.ts';
import { changing } from './presets.ts';
import { SpokenCode } from './spokenCodes.ts';
import { LanguageCode } from './values.ts';

const NewPassword = v.pipe(v.string(), v.maxLength(1000));

/**
 * Sets a new password, and a new email address unless it is null, with a one-time code of the front desk; every session of the account ends.
 * `code_wrong` for an unknown name as well.
 */
export const redeemFrontDeskCode = declareCall({
  ...changing,
  name: 'redeemFrontDeskCode',
  isOurs: true,
  method: 'POST',
  path: '/api/users/frontDeskCode',
  query: { language: LanguageCode },
  access: 'everyone',
  body: v.object({
    userName: v.pipe(v.string(), v.minLength(1), v.maxLength(200)),
    code: SpokenCode,
    newPassword: NewPassword,
    confirmPassword: NewPassword,
    email: v.nullable(EmailAddress),
  }),
  errors: ['code_wrong', 'confirm_mismatch', 'password_rules', 'password_guessable'],
});
