import type { LanguageCode } from '@portal/api';
import { escapeHtml } from '../html/escapeHtml.ts';
import { locales } from '../process/locales.ts';
import { type Step, letterOf, oneLine } from './letters.ts';
import type { MailContent, MailValues } from './messages.ts';
import { actionOf, type MailText, mailTexts } from './texts.ts';
import { fillText } from '../html/fillText.ts';

/** The look of a mail: portal name and brand colour, never the facility's own name, which may reveal what it treats. */
export interface Brand {
  readonly portalName: string;
  readonly colour: string | null;
  /** The facility's telephone as people write it, for mails that ask to call. */
  readonly phone?: string | null;
}

export interface MailSays {
  readonly subject: string;
  readonly sentences: readonly string[];
}

export interface Rendered {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/** The kinds whose text asks the recipient to call. */
const asksToCall: ReadonlySet<MailContent['kind']> = new Set([
  'resetPasswordUnconfirmed',
  'welcomePatient',
  'welcomeRepresentative',
  'invitationAccepted',
  'newPlace',
  'otherPlacesEnded',
  'passwordChanged',
  'passwordOff',
  'secondStepOn',
  'secondStepOff',
  'secondStepTexts',
  'recoveryCodeUsed',
  'passkeyAdded',
  'passkeyRemoved',
  'passkeyCopied',
  'staffPasskeyAdded',
  'staffPasskeyCopied',
  'identityLinked',
  'identityRemoved',
  'frontDeskCodeMade',
  'emailCorrected',
  'emailChanged',
]);

const longestName = 40;
/**
 * A name as a mail shows it. Somebody else may have typed it, so nothing in it may become a link or a telephone number in a mail program:
 * it keeps letters and their separators only, no sign of an address, and gets a space after each dot.
 */
const nameIn = (text: string): string =>
  oneLine(text.replace(/[^\p{L}\p{M}'’.\- ]+/gu, ' ').replace(/\.(?! |$)/g, '. '), longestName);

/** The normalized address of a link; throws for anything but http and https. */
function webAddress(link: string): string {
  const url = new URL(link);
  if (url.protocol !== 'https:' && url.protocol !== 'http:') throw new Error('a mail links to web addresses alone');
  return url.href;
}

/** A facility's colour with six digits, because not all mail programs accept three. */
function colourOf(colour: string | null): string | null {
  if (colour === null || !/^#(?:[0-9a-f]{3}|[0-9a-f]{6})$/i.test(colour)) return null;
  return colour.length === 4 ? colour.replace(/[0-9a-f]/gi, '$&$&') : colour;
}

/** Relative luminance by WCAG 2.2. */
function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = parseInt(colour.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
/** Black or white, whichever has more contrast. On any colour the contrast is at least 4.58. */
const inkOn = (colour: string): string => (luminance(colour) > 0.179 ? '#000000' : '#ffffff');

/** The border of a button, which must stay visible around a colour that is nearly as bright as the background. */
const edgeOf = (colour: string): string => (luminance(colour) > 0.6 ? '#767676' : colour);

/** Leaves out sentences that name a telephone when there is none. */
const sayable = (sentences: readonly string[], { values }: MailContent): readonly string[] =>
  'phone' in values && values.phone === null ? sentences.filter((one) => !one.includes('{phone}')) : sentences;

function stepsOf(
  content: MailContent,
  { before = [], after = [] }: MailText,
  language: LanguageCode,
  fill: (template: string) => string,
  phone: string | null,
): readonly Step[] {
  const { actions, frame, notices } = mailTexts[language];
  const link = 'link' in content.values ? webAddress(content.values.link) : null;
  const topics = 'topics' in content.values ? content.values.topics : [];
  const main: Step = {
    sentences: [...topics.map((topic) => notices.topics[topic]), ...before.map(fill)],
    action: link === null ? null : { label: actions[actionOf[content.kind] ?? 'openPortal'], link },
  };
  const confirmLink = 'confirmLink' in content.values ? content.values.confirmLink : null;
  const confirm: readonly Step[] =
    confirmLink === null
      ? []
      : [{ sentences: [frame.confirm], action: { label: actions.confirmEmail, link: webAddress(confirmLink) } }];
  const stop =
    'stopLink' in content.values
      ? { label: notices.stop, link: webAddress(content.values.stopLink), isQuiet: true as const }
      : null;
  const call = phone !== null && asksToCall.has(content.kind) ? [frame.phone.replace('{phone}', phone)] : [];
  return [
    main,
    ...letterOf(content, language),
    ...confirm,
    { sentences: [...sayable(after, content).map(fill), ...call], action: stop },
  ];
}

const htmlOf = (
  subject: string,
  portal: string,
  language: LanguageCode,
  greeting: string,
  steps: readonly Step[],
  address: string,
  footer: string,
  colour: string,
  above: string | null,
): string => {
  const paragraph = (text: string) => `<p style="margin:0 0 16px">${escapeHtml(text).replace(/\r?\n/g, '<br>')}</p>`;
  const quiet = (label: string, link: string) =>
    `<p style="margin:0 0 16px;font-size:14px"><a href="${escapeHtml(link)}" style="color:#1a1a1a">${escapeHtml(label)}</a></p>`;
  const button = (label: string, link: string) =>
    `<p style="margin:24px 0 16px"><a href="${escapeHtml(link)}" style="display:inline-block;padding:14px 24px;border:1px solid ${edgeOf(colour)};border-radius:8px;background-color:${colour};color:${inkOn(colour)};font-weight:bold;text-decoration:none">${escapeHtml(label)}</a></p>` +
    `<p style="margin:0 0 16px;font-size:14px;color:#555555">${escapeHtml(address)}<br><span style="word-break:break-all">${escapeHtml(link)}</span></p>`;
  const actionOf = ({ action }: Step): string =>
    action === null ? '' : (action.isQuiet === true ? quiet : button)(action.label, action.link);
  const body = steps.map((step) => step.sentences.map(paragraph).join('') + actionOf(step)).join('\n');
  return `<!doctype html>
<html lang="${locales[language]}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light"><title>${escapeHtml(subject)}</title></head>
<body style="margin:0;padding:0;background-color:#f4f2ee;color:#1a1a1a;font-family:system-ui,-apple-system,'Segoe UI',Roboto,Arial,sans-serif;font-size:16px;line-height:1.5">${above === null ? '' : `<div style="color:#555555">${escapeHtml(above)}</div>`}
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0"><tr><td align="center" style="padding:24px 12px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width:560px;background-color:#ffffff;border-radius:12px;overflow:hidden">
<tr><td style="padding:20px 28px;background-color:${colour};color:${inkOn(colour)};font-size:18px;font-weight:bold">${escapeHtml(portal)}</td></tr>
<tr><td style="padding:28px">
<h1 style="margin:0 0 20px;font-size:22px;line-height:1.3">${escapeHtml(subject)}</h1>
${paragraph(greeting)}
${body}
</td></tr>
<tr><td style="padding:16px 28px;border-top:1px solid #dddddd;font-size:13px;color:#555555">${escapeHtml(footer)}</td></tr>
</table></td></tr></table></body></html>
`;
};

function fillerOf({ values }: MailContent, language: LanguageCode, brand: Brand): (template: string) => string {
  const unit = (count: number, of: 'minute' | 'day') =>
    new Intl.NumberFormat(locales[language], { style: 'unit', unit: of, unitDisplay: 'long' }).format(count);
  const fillings: Readonly<Record<string, string>> = {
    portal: oneLine(brand.portalName, 100),
    firstName: 'firstName' in values ? nameIn(values.firstName) : '',
    inviterFirstName: 'inviterFirstName' in values ? nameIn(values.inviterFirstName) : '',
    userName: 'userName' in values ? oneLine(values.userName, 100) : '',
    passkey: 'passkey' in values ? nameIn(values.passkey) : '',
    phone: 'phone' in values ? oneLine(values.phone ?? '', 40) : '',
    minutes: 'minutes' in values ? unit(values.minutes, 'minute') : '',
    days: 'days' in values ? unit(values.days, 'day') : '',
    provider: 'provider' in values ? oneLine(values.provider, 100) : '',
    sender: 'takesReplies' in values ? oneLine(values.writer ?? values.patient, 200) : '',
    waiting: 'waiting' in values ? new Intl.NumberFormat(locales[language]).format(values.waiting) : '',
    alerts:
      'alerts' in values
        ? new Intl.ListFormat(locales[language], { type: 'unit' }).format(values.alerts.map(String))
        : '',
    // Separated by spaces, so that they can be pasted into a command.
    numbers: 'alerts' in values ? values.alerts.join(' ') : '',
    requests: 'requests' in values ? new Intl.NumberFormat(locales[language]).format(values.requests) : '',
    codes: 'codes' in values ? new Intl.NumberFormat(locales[language]).format(values.codes) : '',
    messages: 'messages' in values ? new Intl.NumberFormat(locales[language]).format(values.messages) : '',
  };
  return (template) => fillText(language, template, fillings);
}

/** The subject and sentences of a mail, for whoever had it sent, without the link that is for the recipient only. */
export function mailSays(content: MailContent, language: LanguageCode, brand: Brand): MailSays {
  const fill = fillerOf(content, language, brand);
  const { subject, before = [], after = [] } = mailTexts[language].kinds[content.kind];
  return { subject: fill(subject), sentences: [...before, ...after].map(fill) };
}

/** Writes a mail as plain text and HTML. Pure; all values are escaped, and the mail loads nothing from anywhere. */
export function renderMail(content: MailContent, language: LanguageCode, brand: Brand): Rendered {
  const { values } = content;
  const portal = oneLine(brand.portalName, 100);
  const firstName = 'firstName' in values ? oneLine(values.firstName, 60) : '';
  const fill = fillerOf(content, language, brand);
  const frame = mailTexts[language].frame;
  const text = mailTexts[language].kinds[content.kind];
  const subject = oneLine(fill(text.subject), 200);
  const greeting = fill(firstName === '' ? frame.greetingWithoutName : frame.greeting);
  const careTeam = content.kind === 'messageForCareTeam' ? mailTexts[language].careTeam : null;
  const above = careTeam?.answerAbove ?? null;
  const summary = content.kind === 'healthSummary' && content.values.takesReplies ? mailTexts[language].summary : null;
  const footer = fill((careTeam ?? summary ?? frame).footer);
  const steps = stepsOf(content, text, language, fill, brand.phone ?? null);
  const plain = [
    ...(above === null ? [] : [above]),
    greeting,
    ...steps.flatMap((step) => [
      ...step.sentences,
      ...(step.action === null ? [] : [`${step.action.label}:\n${step.action.link}`]),
    ]),
    `-- \n${footer}`,
  ];
  return {
    subject,
    text: `${plain.join('\n\n')}\n`,
    html: htmlOf(
      subject,
      portal,
      language,
      greeting,
      steps,
      frame.address,
      footer,
      colourOf(brand.colour) ?? '#1f5d50',
      above,
    ),
  };
}

export type TextContent =
  | { readonly kind: 'notice'; readonly values: Pick<MailValues['notice'], 'link' | 'topics' | 'stopLink'> }
  | { readonly kind: 'noticeTest'; readonly values: Pick<MailValues['noticeTest'], 'link'> }
  /** `code`: for one sign-in. */
  | { readonly kind: 'signInCode'; readonly values: { readonly code: string } };

const textOf = { notice: 'textMessage', noticeTest: 'textTest', signInCode: 'textCode' } as const;

/** Writes a text message: the portal, what is new or asked for, and the link. It has no name, because locked screens show it. */
export function renderText(content: TextContent, language: LanguageCode, brand: Brand): string {
  const texts = mailTexts[language].notices;
  const fillings: Readonly<Record<string, string>> = {
    portal: oneLine(brand.portalName, 100),
    ...(content.kind === 'signInCode' ? content.values : { link: webAddress(content.values.link) }),
    ...(content.kind === 'notice'
      ? {
          topics: content.values.topics.map((topic) => texts.topics[topic]).join(texts.space),
          stopLink: webAddress(content.values.stopLink),
        }
      : {}),
  };
  return fillText(language, texts[textOf[content.kind]], fillings);
}
