import { expect, test } from 'vitest';
import { isCheckedSender } from './senderCheck.ts';

const from = 'ottoline@clinic.example';
const checked = (...values: readonly (string | null)[]): boolean =>
  isCheckedSender(
    values.map((value) =>
      value === null ? { key: 'received', value: 'from x by y' } : { key: 'authentication-results', value },
    ),
    from,
    'mx.clinic.example',
  );

test.each([
  ['DMARC', 'mx.clinic.example; dmarc=pass (p=none sp=none) header.from=clinic.example'],
  ['a version and capitals', 'MX.Clinic.Example 1; DMARC=PASS header.from=Clinic.Example'],
  ['SPF of a part of the domain', 'mx.clinic.example; spf=pass smtp.mailfrom=bounces@mail.clinic.example'],
  ['DKIM of the domain', 'mx.clinic.example; dkim=fail header.d=list.example; dkim=pass header.d=clinic.example'],
  ['DKIM named by its identity', 'mx.clinic.example; dkim=pass header.i=@clinic.example'],
  ['a sign-in of the sender', 'mx.clinic.example; auth=pass smtp.auth=ottoline@clinic.example'],
])('%s says whom a mail is from', (_name, value) => {
  expect(checked(value)).toBe(true);
});

test.each([
  ['nothing', 'mx.clinic.example; none'],
  ['another server', 'mx.evil.example; dmarc=pass header.from=clinic.example'],
  [
    'a failed DMARC beside a good SPF',
    'mx.clinic.example; dmarc=fail header.from=clinic.example; spf=pass smtp.mailfrom=clinic.example',
  ],
  ['DMARC of another domain', 'mx.clinic.example; dmarc=pass header.from=evil.example'],
  ['SPF of another domain', 'mx.clinic.example; spf=pass smtp.mailfrom=evil.example'],
  ['SPF of a name that only ends alike', 'mx.clinic.example; spf=pass smtp.mailfrom=evilclinic.example'],
  ['DKIM of another domain', 'mx.clinic.example; dkim=pass header.d=evil.example'],
  ['a sign-in of somebody else', 'mx.clinic.example; auth=pass smtp.auth=mallory@clinic.example'],
  ['a comment', 'mx.clinic.example; spf=fail (x; dmarc=pass header.from=clinic.example)'],
  [
    'a quoted address',
    'mx.clinic.example; spf=fail smtp.mailfrom="a; dmarc=pass header.from=clinic.example; x"@evil.example',
  ],
  ['a quotation without an end', 'mx.clinic.example; dmarc=pass header.from=clinic.example; spf=fail smtp.mailfrom="a'],
])('%s does not', (_name, value) => {
  expect(checked(value)).toBe(false);
});

test('what the sender wrote above the first server of the way, or against what the mail server says, counts for nothing', () => {
  const forged = 'mx.clinic.example; dmarc=pass header.from=clinic.example';
  expect(checked('mx.clinic.example; dmarc=fail header.from=clinic.example', null, forged)).toBe(false);
  expect(checked('mx.clinic.example; dmarc=fail header.from=clinic.example', forged)).toBe(false);
  expect(checked('mx.clinic.example; spf=fail smtp.mailfrom=evil.example', forged)).toBe(false);
  expect(checked('mx.clinic.example; dmarc=none header.from=clinic.example', forged)).toBe(false);
  expect(checked('mx.clinic.example; spf=none', null, forged)).toBe(false);
});
