import * as v from 'valibot';

const atom = "[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+";
const label = '[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?';
const octet = '(?:25[0-5]|2[0-4]\\d|1?\\d?\\d)';
const emailPattern = new RegExp(`^${atom}(?:\\.${atom})*@(?:(?:${label}\\.)+[A-Za-z]{2,9}|\\[${octet}(?:\\.${octet}){3}\\])$`);

/**
 * The shared email rule (specification 1, section 5; 3, section 5): a local part of allowed characters with single dots, then
 * `@`, then a domain with a top-level part of 2 to 9 letters, or an IPv4 address in brackets.
 */
export const isEmailAddress = (text: string): boolean => text.length <= 254 && text.indexOf('@') <= 64 && emailPattern.test(text);
export const EmailAddress = v.pipe(v.string(), v.check(isEmailAddress, 'not an email address'));

/** 4 to 100 characters; a letter or digit first, then letters, digits and `@ . _ -` (specification 1, section 5). */
export const isUsername = (text: string): boolean => /^[A-Za-z0-9][A-Za-z0-9@._-]{3,99}$/.test(text);
export const Username = v.pipe(v.string(), v.check(isUsername, 'not a username'));
