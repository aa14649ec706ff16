/** How the public list judges an address, from right to wrong. */
export type EmailCategory = 'valid' | 'dnsWarning' | 'rfc5321' | 'comments' | 'deprecated' | 'rfc5322' | 'error';

const alphabet = 'abcdefghijklmnopqrstuvwxyz';
/** The alphabet twice, and then some: for parts that are as long as they may be, or longer. */
const long = (rest: string): string => alphabet + alphabet + rest;
const label63 = long('abcdefghikl');
const singleLetters = alphabet.split('').join('.');

/**
 * The addresses of the public test list of `isemail` (by Dominic Sayers and Michael Rushton, version 3.05, https://isemail.info) with
 * its judgement of each: category, diagnosis, addresses. Control characters, which the list pictures, stand as themselves.
 */
export const emailAddresses: readonly (readonly [category: EmailCategory, diagnosis: string, addresses: readonly string[]])[] = [
  ['valid', 'valid', ['test@iana.org', 'test@nominet.org.uk', 'test@about.museum', 'a@iana.org', 'test.test@iana.org', '!#$%&`*+/=?^`{|}~@iana.org', '123@iana.org', 'test@123.com', `${long('abcdefghiklm')}@iana.org`, 'test@mason-dixon.com', 'test@c--n.com', 'test@xn--hxajbheg2az3al.xn--jxalpdlp', 'xn--test@iana.org']],
  ['dnsWarning', 'no record', ['test@e.com', 'test@iana.a', `test@${label63}.com`, 'test@iana.co-uk', `a@${singleLetters}.${singleLetters}.${singleLetters}.${singleLetters}.${singleLetters.slice(0, -8)}`, `${long('abcdefghiklm')}@${label63}.${label63}.${long('abcdefghi')}`, 'test@nic.no']],
  ['dnsWarning', 'no mail record', ['test@test.com']],
  ['rfc5321', 'top level alone', ['test@io', 'test@org']],
  ['rfc5321', 'top level of digits', ['test@iana.123', 'test@255.255.255.255']],
  ['rfc5321', 'quoted string', ['"test"@iana.org', '""@iana.org', '"\\a"@iana.org', '"\\""@iana.org', '"\\\\"@iana.org', '"test\\ test"@iana.org']],
  ['rfc5321', 'address in brackets, version 4', ['test@[255.255.255.255]']],
  ['rfc5321', 'address in brackets, version 6', ['test@[IPv6:1111:2222:3333:4444:5555:6666:7777:8888]', 'test@[IPv6:1111:2222:3333:4444:5555::8888]', 'test@[IPv6:::3333:4444:5555:6666:7777:8888]', 'test@[IPv6:::]', 'test@[IPv6:1111:2222:3333:4444:5555:6666:255.255.255.255]', 'test@[IPv6:1111:2222:3333:4444::255.255.255.255]']],
  ['comments', 'white space', ['\r\n test@iana.org', ' \r\n test@iana.org', 'test@iana.org\r\n ', 'test@iana.org \r\n ', ' test@iana.org', 'test@iana.org ']],
  ['comments', 'comment', ['(comment)test@iana.org', '(comment(comment))test@iana.org', `(comment)${long('abcdefghiklm')}@iana.org`, `(comment)test@${long('abcdefghik')}.${long('abcdefghik')}.${long('abcdefghijk')}.${alphabet}abcdefghijk.abcdefghijklmnopqrstu`]],
  ['deprecated', 'local part in pieces', ['"test"."test"@iana.org', '"test".test@iana.org']],
  ['deprecated', 'white space', [' test @iana.org', 'test@ iana .com', 'test . test@iana.org', '\r\n \r\n test@iana.org', 'test@iana.org\r\n \r\n ']],
  ['deprecated', 'comment', ['test@(comment)iana.org', 'test@(comment)[255.255.255.255]', `test@(comment)${label63}.com`, 'test.(comment)test@iana.org']],
  ['deprecated', 'control character', ['"test\\\0"@iana.org', '"\u007f"@iana.org', '"\\\u007f"@iana.org', '(\u007f)test@iana.org', '"\\\n"@iana.org', '"\u0007"@iana.org', '"\\\u0007"@iana.org', '(\u0007)test@iana.org']],
  ['deprecated', 'address in brackets, version 6', ['test@[IPv6:1111:2222:3333:4444:5555:6666::8888]']],
  ['rfc5322', 'too long', [`${long('abcdefghiklmn')}@iana.org`, `test@${long('abcdefghiklm')}.com`, `${long('abcdefghiklm')}@${label63}.${label63}.${long('abcdefghij')}`, `a@${label63}.${label63}.${label63}.${long('abcdefg')}.hij`, `a@${label63}.${label63}.${label63}.${long('abcdefg')}.hijk`, `"${alphabet} ${alphabet} abcdefghj"@iana.org`, `"${alphabet} ${alphabet} abcdefg\\h"@iana.org`]],
  ['rfc5322', 'something in brackets', ['test@[255.255.255]', 'test@[255.255.255.255.255]', 'test@[255.255.255.256]', 'test@[1111:2222:3333:4444:5555:6666:7777:8888]', 'test@[RFC-5322-domain-literal]', 'test@[RFC 5322 domain literal]', 'test@[RFC-5322-domain-literal] (comment)', 'test@[RFC-5322-\\\u0007-domain-literal]', 'test@[RFC-5322-\\\t-domain-literal]', 'test@[RFC-5322-\\]-domain-literal]']],
  ['rfc5322', 'address in brackets, version 6', ['test@[IPv6:1111:2222:3333:4444:5555:6666:7777]', 'test@[IPv6:1111:2222:3333:4444:5555:6666:7777:8888:9999]', 'test@[IPv6:1111:2222:3333:4444:5555:6666:7777:888G]', 'test@[IPv6:1111:2222:3333:4444:5555:6666::7777:8888]', 'test@[IPv6::3333:4444:5555:6666:7777:8888]', 'test@[IPv6:1111::4444:5555::8888]', 'test@[IPv6:1111:2222:3333:4444:5555:255.255.255.255]', 'test@[IPv6:1111:2222:3333:4444:5555:6666:7777:255.255.255.255]', 'test@[IPv6:1111:2222:3333:4444:5555:6666::255.255.255.255]', 'test@[IPv6:1111:2222:3333:4444:::255.255.255.255]', 'test@[IPv6::255.255.255.255]', 'test@[IPv6:1::2:]']],
  ['rfc5322', 'domain with other characters', ['test@iana/icann.org']],
  ['error', 'no domain', ['', 'test', 'test@', 'test_exa-mple.com']],
  ['error', 'no local part', ['@', '@io', '@iana.org']],
  ['error', 'dots', ['.test@iana.org', 'test.@iana.org', 'test..iana.org', 'test@.iana.org', 'test@iana.org.', 'test@iana..com']],
  ['error', 'hyphens', ['test@-iana.org', 'test@iana-.com', 'test@iana.org-']],
  ['error', 'other characters', ['test\\@test@iana.org', '"""@iana.org', 'test"@iana.org', 'test"text"@iana.org', '"test""test"@iana.org', '"test"test@iana.org', '"test\0"@iana.org', 'test@a[255.255.255.255]', 'test(comment)test@iana.org', 'test@iana.org\n', '\u007f@iana.org', 'test@\u007f.org', '\ntest@iana.org', '"\n"@iana.org', '(\n)test@iana.org', '\u0007@iana.org', 'test@\u0007.org', '"test\\©"@iana.org']],
  ['error', 'not closed', ['"\\"@iana.org', '"test@iana.org', '((comment)test@iana.org', '(test@iana.org', 'test@(iana.org', 'test@[1.2.3.4', '"test\\"@iana.org', '(comment\\)test@iana.org', 'test@iana.org(comment\\)', 'test@iana.org(comment\\', 'test@[RFC-5322]-domain-literal]', 'test@[RFC-5322-[domain-literal]', 'test@[RFC-5322-domain-literal\\]', 'test@[RFC-5322-domain-literal\\']],
  ['error', 'line ends', ['test@iana.org\r', '\rtest@iana.org', '"\rtest"@iana.org', '(\r)test@iana.org', 'test@iana.org(\r)', '\r\ntest@iana.org', '\r\n \r\ntest@iana.org', ' \r\ntest@iana.org', ' \r\n \r\ntest@iana.org', ' \r\n\r\ntest@iana.org', ' \r\n\r\n test@iana.org', 'test@iana.org\r\n', 'test@iana.org\r\n \r\n', 'test@iana.org \r\n', 'test@iana.org \r\n \r\n', 'test@iana.org \r\n\r\n', 'test@iana.org \r\n\r\n ']],
];
