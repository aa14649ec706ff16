import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { partsOf, rawMail } from '../../tests/server/mails.ts';
import { bouncedIn, returnPathOf } from './bounces.ts';

const bounces = { address: 'bounces@portal.example', key: Buffer.alloc(32, 7) };
const gone = 'gone@mail.example';

interface Report {
  readonly to?: string;
  readonly recipient?: string;
  readonly action?: string;
  readonly status?: string;
  readonly type?: string;
}
/** In the format of Postfix, Exim and Exchange. */
const report = ({
  to = returnPathOf(bounces, gone),
  recipient = `Final-Recipient: rfc822; ${gone}`,
  action = 'failed',
  status = '5.1.1',
  type = 'message/delivery-status',
}: Report = {}): Buffer =>
  rawMail({
    from: 'Mail Delivery System <MAILER-DAEMON@mx.mail.example>',
    to,
    ...partsOf('report; report-type=delivery-status', [
      { type: 'text/plain; charset=us-ascii', content: 'I am sorry to have to inform you…' },
      {
        type,
        content: `Reporting-MTA: dns; mx.mail.example\nArrival-Date: Mon, 23 Nov 2026 09:31:00 -0500\n\n${recipient}\nAction: ${action}\nStatus: ${status}\nDiagnostic-Code: smtp; 550 5.1.1\n    <${gone}>: no such user\n`,
      },
      { type: 'message/rfc822', content: `To: ${gone}\nSubject: Your visit\n\nHello` },
    ]),
  });
const bounced = (of: Report) => bouncedIn(report(of), bounces);

describe('a report of a mail that could not be delivered', () => {
  test('names the address that it went to', async () => {
    expect(await bounced({})).toEqual([gone]);
    expect(await bounced({ recipient: 'Final-Recipient: RFC822;<Gone@Mail.example>' })).toEqual(['Gone@Mail.example']);
    expect(await bounced({ status: '5.2.1 (disabled)' })).toEqual([gone]);
  });

  test('is of the address that was written to where mail was sent on from there', async () => {
    const recipient = `Original-Recipient: rfc822;${gone}\nFinal-Recipient: rfc822; other@elsewhere.example`;
    expect(await bounced({ recipient })).toEqual([gone]);
    expect(await bounced({ recipient: 'Final-Recipient: rfc822; other@elsewhere.example' })).toEqual([]);
  });

  test('says nothing of an address where it tells of a delay, of a full queue or of a policy', async () => {
    expect(await bounced({ action: 'delayed', status: '4.4.1' })).toEqual([]);
    expect(await bounced({ status: '4.4.7' })).toEqual([]);
    expect(await bounced({ status: '5.7.1' })).toEqual([]);
    expect(await bounced({ action: 'relayed' })).toEqual([]);
  });

  test('counts for nobody but who the mail went to', async () => {
    expect(await bounced({ to: returnPathOf(bounces, 'me@mail.example') })).toEqual([]);
    expect(await bounced({ to: returnPathOf({ ...bounces, key: Buffer.alloc(32, 8) }, gone) })).toEqual([]);
  });

  test('is none without its part, or where it came to another address', async () => {
    expect(await bounced({ type: 'text/plain' })).toBeNull();
    expect(await bounced({ to: 'bounces@portal.example' })).toBeNull();
    expect(await bouncedIn(Buffer.from('nothing'), bounces)).toBeNull();
  });
});

test('the return path is the same for an address however it is written, fits in an envelope, and names nobody', () => {
  fc.assert(
    fc.property(fc.emailAddress(), (address) => {
      const path = returnPathOf(bounces, address);
      expect(returnPathOf(bounces, ` ${address.toUpperCase()}`)).toBe(path);
      expect(path).toMatch(/^bounces\+[0-9a-f]{32}@portal\.example$/);
      expect(path.indexOf('@')).toBeLessThanOrEqual(64);
    }),
  );
});
