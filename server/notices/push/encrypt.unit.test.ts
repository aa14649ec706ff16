import { createECDH } from 'node:crypto';
import { expect, test } from 'vitest';
import { encryptFor, isPublicKey } from './encrypt.ts';

const bytes = (text: string) => Buffer.from(text, 'base64url');
/** The worked example of RFC 8291, appendix A. */
const example = {
  message: 'When I grow up, I want to be a watermelon',
  secret: 'yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw',
  salt: 'DGv6ra1nlYgDCS1FRnbzlw',
  target: {
    p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
    auth: 'BTBZMqHH6r4Tts7J_aSIgg',
  },
  sent:
    'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_' +
    'yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
};

test('a message is encrypted as the standard’s own example is', () => {
  const pair = createECDH('prime256v1');
  pair.setPrivateKey(bytes(example.secret));
  const sent = encryptFor(example.target, example.message, 0, { pair, salt: bytes(example.salt) });
  expect(sent.toString('base64url')).toBe(example.sent);
});

test('every message is of one length, and no two are alike', () => {
  const [short, long, again] = ['{}', 'x'.repeat(100), '{}'].map((text) => encryptFor(example.target, text, 128));
  expect(short?.length).toBe(long?.length);
  expect(short?.equals(again ?? Buffer.alloc(0))).toBe(false);
});

test('only a point on the curve is a key', () => {
  expect(isPublicKey(example.target.p256dh)).toBe(true);
  expect(isPublicKey(`${example.target.p256dh.slice(0, -2)}AA`)).toBe(false);
  expect(isPublicKey('')).toBe(false);
});
