import {
  type CalendarDate,
  changePasswordAtLogin,
  forgotPassword,
  forgotUsername,
  redeemFrontDeskCode,
  replaceEmail,
  requestToken,
  resetPassword,
} from '@portal/api';
import { calendarDate } from '../../ui/calendar.ts';
import type { DateParts } from '../../ui/dates.ts';
import { type PasswordStates, newPasswordRules } from '../../ui/form/NewPasswordFields.tsx';
import { type Rule, dateProblem, dateProblems, longestOf, required, schemaRule } from '../../ui/form/rules.ts';

/** The typed date, or null where there is no such day. */
export const dateOf = ({ year, month, day }: DateParts): CalendarDate | null =>
  calendarDate(`${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`);

const wholeDate: Rule<DateParts> = (typed) => dateProblem(dateProblems(typed));

export const linkLoginRules = {
  'last-name': [required(), schemaRule(requestToken.headers['last-name'])],
  birthDate: [wholeDate],
};

const [{ entries: replacement }] = replaceEmail.body.items;
export const provideEmailRules = { email: [schemaRule(replacement.value)] };

export const forgotPasswordRules = { username: [schemaRule(forgotPassword.query.userName)] };
export const longestUsername = longestOf(forgotPassword.query.userName);

const { firstName, lastName, email } = forgotUsername.body.entries;
export const forgotUsernameRules = {
  firstName: [required(), schemaRule(firstName)],
  lastName: [required(), schemaRule(lastName)],
  birthDate: [wholeDate],
  email: [required(), schemaRule(email)],
};

export const resetPasswordRules = (statesOf: PasswordStates) =>
  newPasswordRules(resetPassword.body.entries.newPassword, statesOf);

const desk = redeemFrontDeskCode.body.entries;
const deskEmail = schemaRule(desk.email.wrapped);
export const frontDeskCodeRules = (statesOf: PasswordStates) => ({
  username: [required(), schemaRule(desk.userName)],
  code: [required(), schemaRule(desk.code, { text: 'session.deskCodeWrong' })],
  // Left empty, the address stays as it is.
  email: [(typed: string, form: unknown) => (typed.trim() === '' ? null : deskEmail(typed, form))],
  ...newPasswordRules(desk.newPassword, statesOf),
});

const { oldPassword, newPassword } = changePasswordAtLogin.body.entries;
export const updatePasswordRules = (statesOf: PasswordStates) => ({
  oldPassword: [schemaRule(oldPassword, { sent: 'verbatim' })],
  ...newPasswordRules(newPassword, statesOf),
});
