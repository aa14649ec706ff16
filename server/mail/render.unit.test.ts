import fc from 'fast-check';
import { languageCodes } from '@portal/api';
import { describe, expect, test } from 'vitest';
import { type MailContent, type MailKind, noticeTopics } from './messages.ts';
import { mailTexts } from './texts.ts';
import { renderMail, renderText } from './render.ts';
import { readSender } from './sender.ts';

const link = 'https://portal.example.org/some-page#t=secret';
/** Mails to the facility's staff have no first name and mention patients. */
type ToPatients = Exclude<
  MailKind,
  | 'alertRaised'
  | 'alertReminder'
  | 'contactChangeAsked'
  | 'messagesUnopened'
  | 'requestsLate'
  | 'outboundFailed'
  | 'messageForCareTeam'
  | 'healthSummary'
>;
const contents: { readonly [Kind in ToPatients]: MailContent & { kind: Kind } } = {
  confirmEmail: { kind: 'confirmEmail', values: { firstName: 'Juniper', link } },
  resetPassword: { kind: 'resetPassword', values: { firstName: 'Juniper', link } },
  resetPasswordLocked: { kind: 'resetPasswordLocked', values: { firstName: 'Juniper', link, minutes: 15 } },
  resetPasswordUnconfirmed: { kind: 'resetPasswordUnconfirmed', values: { firstName: 'Juniper' } },
  forgottenUsername: {
    kind: 'forgottenUsername',
    values: { firstName: 'Juniper', userName: 'juniper.1971', phone: '(555) 010-0100', link },
  },
  welcomePatient: {
    kind: 'welcomePatient',
    values: { firstName: 'Juniper', link, confirmLink: 'https://portal.example.org/confirm-email?u=other' },
  },
  welcomeRepresentative: { kind: 'welcomeRepresentative', values: { firstName: 'Juniper', link, confirmLink: null } },
  patientInvitation: { kind: 'patientInvitation', values: { firstName: 'Juniper', link, days: 14 } },
  representativeInvitation: {
    kind: 'representativeInvitation',
    values: { inviterFirstName: 'Juniper', link, days: 14 },
  },
  givenAccessEnds: { kind: 'givenAccessEnds', values: { firstName: 'Juniper', link, days: 14 } },
  ownAccessEnds: { kind: 'ownAccessEnds', values: { firstName: 'Juniper', link, days: 14 } },
  givenPartEnds: { kind: 'givenPartEnds', values: { firstName: 'Juniper', link, days: 14 } },
  ownPartEnds: { kind: 'ownPartEnds', values: { firstName: 'Juniper', link, days: 14 } },
  givenAccessLessSoon: { kind: 'givenAccessLessSoon', values: { firstName: 'Juniper', link, days: 14 } },
  ownAccessLessSoon: { kind: 'ownAccessLessSoon', values: { firstName: 'Juniper', link, days: 14 } },
  givenAccessLess: { kind: 'givenAccessLess', values: { firstName: 'Juniper', link } },
  ownAccessLess: { kind: 'ownAccessLess', values: { firstName: 'Juniper', link } },
  invitationAccepted: { kind: 'invitationAccepted', values: { firstName: 'Juniper', link } },
  emailedLink: { kind: 'emailedLink', values: { firstName: 'Juniper', link, days: 14 } },
  newPlace: { kind: 'newPlace', values: { firstName: 'Juniper', link } },
  otherPlacesEnded: { kind: 'otherPlacesEnded', values: { firstName: 'Juniper', link } },
  passwordChanged: { kind: 'passwordChanged', values: { firstName: 'Juniper', link } },
  passwordOff: { kind: 'passwordOff', values: { firstName: 'Juniper', link } },
  resetPasswordOff: { kind: 'resetPasswordOff', values: { firstName: 'Juniper', link } },
  secondStepTexts: { kind: 'secondStepTexts', values: { firstName: 'Juniper', link } },
  secondStepOn: { kind: 'secondStepOn', values: { firstName: 'Juniper', link } },
  secondStepOff: { kind: 'secondStepOff', values: { firstName: 'Juniper', link } },
  recoveryCodeUsed: { kind: 'recoveryCodeUsed', values: { firstName: 'Juniper', link, codes: 3 } },
  secondStepLocked: { kind: 'secondStepLocked', values: { firstName: 'Juniper', link } },
  passkeyAdded: { kind: 'passkeyAdded', values: { firstName: 'Juniper', link } },
  passkeyRemoved: { kind: 'passkeyRemoved', values: { firstName: 'Juniper', link } },
  passkeyCopied: { kind: 'passkeyCopied', values: { firstName: 'Juniper', link, passkey: 'iPhone' } },
  staffPasskeyAdded: { kind: 'staffPasskeyAdded', values: { firstName: 'Juniper', link } },
  staffPasskeyCopied: { kind: 'staffPasskeyCopied', values: { firstName: 'Juniper', link, passkey: 'Blue key' } },
  identityLinked: { kind: 'identityLinked', values: { firstName: 'Juniper', link } },
  identityRemoved: { kind: 'identityRemoved', values: { firstName: 'Juniper', link } },
  frontDeskCodeMade: { kind: 'frontDeskCodeMade', values: { firstName: 'Juniper' } },
  emailCorrected: { kind: 'emailCorrected', values: { firstName: 'Juniper' } },
  emailChanged: {
    kind: 'emailChanged',
    values: { firstName: 'Juniper', link: 'https://portal.example.org/some-page#t=secret', days: 14 },
  },
  notice: {
    kind: 'notice',
    values: {
      firstName: 'Juniper',
      link,
      topics: noticeTopics,
      stopLink: 'https://portal.example.org/stop-notices?token=secret',
    },
  },
  noticeTest: { kind: 'noticeTest', values: { firstName: 'Juniper', link } },
  summaryNotDelivered: { kind: 'summaryNotDelivered', values: { firstName: 'Juniper', link } },
};
const all = Object.values(contents);
const brand = { portalName: 'Northlight Patient Portal', colour: '#1f5d50' };

/** Words that would show an onlooker that the mail is about somebody's health. */
const healthWords = new RegExp(
  [
    'health|medic|patient|clinic|hospital|doctor|nurse|physician|care team|treatment|therap|cancer|tumou?r|oncolog|diagnos|symptom|disease|illness|appointment|test result|questionnaire|prescri',
    'salud|médic|pacient|clínic|enfermer|tratamiento|terapia|cáncer|síntoma|enfermedad|\\bcita\\b|cuestionario|receta',
    'santé|médec|médic|clinique|hôpital|infirm|traitement|thérap|symptôme|maladie|rendez-vous|soins',
    'saúde|tratamento|câncer|sintoma|doença|consulta|questionário|prontuário',
    '健康|医|患者|病|诊|治疗|癌|症|护理|问卷|处方|检查',
  ].join('|'),
  'i',
);

describe.each(languageCodes)('in %s', (language) => {
  test.each(all)('$kind says everything in both forms, and nothing about health', (content) => {
    const { subject, text, html } = renderMail(content, language, brand);
    expect(subject).not.toBe('');
    expect(html).toMatch(new RegExp(`<html lang="${language}-[A-Z]{2}">`));
    for (const form of [subject, text, html]) expect(form).not.toMatch(/[{}]|undefined|NaN/);
    for (const form of [text, html]) {
      expect(form).toContain('Juniper');
      expect(form).toContain('Northlight Patient Portal');
      if ('link' in content.values) expect(form).toContain(link);
      if ('confirmLink' in content.values && content.values.confirmLink !== null)
        expect(form).toContain(content.values.confirmLink);
      if ('stopLink' in content.values) expect(form).toContain(content.values.stopLink);
      if ('minutes' in content.values) expect(form).toContain('15');
      if ('days' in content.values) expect(form).toContain('14');
    }
    expect(`${subject} ${text}`.replaceAll(brand.portalName, '')).not.toMatch(healthWords);
    expect(html.replaceAll(brand.portalName, '').replace(/<[^>]+>/g, ' ')).not.toMatch(healthWords);
  });

  test('a text message with a code says for whom and how long, and leads nowhere', () => {
    const text = renderText({ kind: 'signInCode', values: { code: '012345' } }, language, brand);
    expect(text).toContain('Northlight Patient Portal');
    expect(text).toContain('012345');
    expect(text).toContain('10');
    expect(text).not.toMatch(/[{}]|undefined|http/);
  });

  test('a text message names the portal, leads there, can be stopped, and says nothing about health', () => {
    const values = { link, topics: noticeTopics, stopLink: 'https://portal.example.org/stop-notices?token=secret' };
    for (const text of [
      renderText({ kind: 'notice', values }, language, brand),
      renderText({ kind: 'noticeTest', values: { link } }, language, brand),
    ]) {
      expect(text).toContain('Northlight Patient Portal');
      expect(text).toContain(link);
      expect(text).not.toMatch(/[{}]|undefined/);
      expect(text.replaceAll(brand.portalName, '')).not.toMatch(healthWords);
    }
    expect(renderText({ kind: 'notice', values }, language, brand)).toContain(values.stopLink);
  });

  test('a mail about alerts has their numbers, how they are read, and nothing about health', () => {
    for (const kind of ['alertRaised', 'alertReminder'] as const) {
      const { subject, text, html } = renderMail({ kind, values: { alerts: [12, 13] } }, language, brand);
      expect(`${subject} ${text}`).not.toMatch(/[{}]|undefined/);
      for (const form of [text, html]) {
        expect(form).toMatch(/12\D+13/);
        expect(form).toContain('alerts show 12 13');
        expect(form).toContain('alerts acknowledge 12 13 --by');
      }
      expect(`${subject} ${text}`.replaceAll(brand.portalName, '')).not.toMatch(healthWords);
    }
  });

  test('fetches nothing and runs nothing', () => {
    for (const content of all)
      expect(renderMail(content, language, brand).html).not.toMatch(/<img|<link|<script|<iframe|src=|url\(|@import/i);
  });

  test('no two kinds have the same words, but those about resetting the password', () => {
    const subjects = all
      .filter(({ kind }) => !kind.startsWith('resetPassword') && !kind.startsWith('welcome'))
      .map((content) => renderMail(content, language, brand).subject);
    expect(new Set(subjects).size).toBe(subjects.length);
  });

  test('each text is its own: no English is left where another language belongs', () => {
    if (language === 'en') return;
    const sentences = (of: 'en' | typeof language) => [
      ...Object.values(mailTexts[of].frame),
      ...Object.values(mailTexts[of].actions),
      ...Object.values(mailTexts[of].kinds).flatMap(({ subject, before = [], after = [] }) => [
        subject,
        ...before,
        ...after,
      ]),
    ];
    const english = new Set(sentences('en'));
    expect(sentences(language).filter((sentence) => english.has(sentence))).toEqual([]);
    for (const kind of Object.keys(mailTexts.en.kinds) as MailKind[]) {
      const placeholders = (of: 'en' | typeof language) =>
        new Set(JSON.stringify(mailTexts[of].kinds[kind]).match(/\{\w+\}/g));
      expect(placeholders(language), kind).toEqual(placeholders('en'));
    }
  });
});

describe('what fills a mail', () => {
  const hostile = '<img src=x onerror=alert(1)>"\'&\r\nBcc: victim@example.org\u2028\u202E{link}';

  test('is escaped and stays on one line, wherever it stands', () => {
    const { subject, html, text } = renderMail(
      {
        kind: 'representativeInvitation',
        values: { inviterFirstName: hostile, link: `https://portal.example.org/?a="><script>1</script>`, days: 14 },
      },
      'en',
      { portalName: `${hostile} Portal`, colour: 'red;background:url(https://evil.example)' },
    );
    expect(subject).not.toMatch(/[\r\n\u2028\u202E]/);
    expect(html).not.toMatch(/<img|<script|onerror=alert\(1\)>|evil\.example/);
    expect(html).toContain('&lt;img src=x onerror=alert(1)&gt;');
    expect(text.split('\n').some((line) => line.startsWith('Bcc:'))).toBe(false);
  });

  test('a link to anything but a web address is refused', () => {
    expect(() =>
      renderMail(
        { kind: 'emailedLink', values: { firstName: 'A', link: 'javascript:alert(1)', days: 1 } },
        'en',
        brand,
      ),
    ).toThrow();
    expect(() =>
      renderMail({ kind: 'emailedLink', values: { firstName: 'A', link: '/linkLogin', days: 1 } }, 'en', brand),
    ).toThrow();
  });

  const undone = { link: 'https://portal.example.org/undo-email#t=secret', days: 3 };
  test('words that ask to call carry the facility’s number, in every language, where it has one', () => {
    const mail = {
      kind: 'invitationAccepted',
      values: { firstName: 'Juniper', link: 'https://portal.example/' },
    } as const;
    for (const language of ['en', 'es', 'fr', 'pt', 'zh'] as const) {
      const { text, html } = renderMail(mail, language, { ...brand, phone: '(555) 010-0142' });
      for (const written of [text, html]) expect(written, language).toContain('(555) 010-0142');
      expect(renderMail(mail, language, brand).text).not.toContain('{phone}');
    }
  });

  test('a name brings no address and no telephone number along', () => {
    const greeting = (firstName: string): string =>
      renderMail({ kind: 'emailChanged', values: { ...undone, firstName } }, 'en', brand).text.split('\n')[0] ?? '';
    expect(greeting('see https://evil.example/a?b=1 now')).toBe('Hello see https evil. example a b now,');
    expect(greeting('www.evil.example')).toBe('Hello www. evil. example,');
    expect(greeting('me@evil.example +1 800 555-0199')).toBe('Hello me evil. example -,');
    for (const name of ['Anne-Marie', 'O’Brien', "D'Arcy", 'Łukasz', '美玲', 'St. John', 'Zoë M.'])
      expect(greeting(name)).toBe(`Hello ${name},`);
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 100 }), (name) => {
        expect(greeting(name)).not.toMatch(/[@/:\d]|\.\S*[^\s,.]/);
      }),
    );
  });

  test('a name that is not known is left out, an endless one is cut', () => {
    expect(renderMail({ kind: 'emailChanged', values: { ...undone, firstName: ' ' } }, 'en', brand).text).toMatch(
      /^Hello,\n/,
    );
    expect(
      renderMail({ kind: 'emailChanged', values: { ...undone, firstName: 'x'.repeat(500) } }, 'en', brand).text,
    ).toMatch(/^Hello x{40},\n/);
  });
});

/** The contrast ratio of WCAG 2.2. */
function contrast(one: string, other: string): number {
  const light = (colour: string) =>
    [0.2126, 0.7152, 0.0722].reduce((sum, weight, at) => {
      const part = parseInt(colour.slice(1 + 2 * at, 3 + 2 * at), 16) / 255;
      return sum + weight * (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4);
    }, 0);
  const [low = 0, high = 0] = [light(one), light(other)].toSorted((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
}

test.each(['#fff', '#ffe066', '#808080', '#757575', '#7c7c7c', '#1f5d50', '#000'])(
  'the words on %s have a contrast of 4.5 at least, three digits or six',
  (colour) => {
    const [, ground = '', ink = ''] =
      /background-color:(#[0-9a-f]{6});color:(#[0-9a-f]{6});font-size:18px/.exec(
        renderMail(contents.confirmEmail, 'en', { ...brand, colour }).html,
      ) ?? [];
    expect(ground).toBe(colour.length === 7 ? colour : colour.replace(/[0-9a-f]/g, '$&$&'));
    expect(contrast(ground, ink)).toBeGreaterThanOrEqual(4.5);
  },
);

describe('the sender', () => {
  test.each([
    ['portal@example.org', { name: null, address: 'portal@example.org' }],
    ['Northlight <portal@example.org>', { name: 'Northlight', address: 'portal@example.org' }],
    [
      '"Northlight, the portal" <portal@example.org>',
      { name: 'Northlight, the portal', address: 'portal@example.org' },
    ],
    ['no address', null],
    ['a@b, c@d', null],
    ['A <a@b>\r\nBcc: c@d', null],
    ['', null],
  ])('%j', (text, sender) => {
    expect(readSender(text)).toEqual(sender);
  });
});

/** Words that the pages avoid (`src/words/README.md`, glossary), as far as mails could use them. */
const notAsThePages = {
  en: /\bsign(?:ed|ing|s)? (?:in|out)\b|cell phone|somebody|need not/i,
  es: /caducad|correo(?! electrónico)/i,
  fr: /adresse courriel|e-mail|vous a invité\b/i,
  pt: /aparelho|desconectado|obrigado/i,
  zh: /帐|重设|(?<!电子)邮[件箱]|PIN(?! 码)/,
} as const;

test.each(languageCodes)('mails in %s name things as the pages do', (language) => {
  const { [language]: wrong } = notAsThePages;
  for (const content of all) {
    const { subject, text } = renderMail(content, language, brand);
    expect(subject + text, content.kind).not.toMatch(wrong);
  }
});
