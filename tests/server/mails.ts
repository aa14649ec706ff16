/** The token in the replies of these tests, unless they are given another. */
export const testToken = '0123456789abcdef0123456789abcdef';
export const replyTo = 'answers@portal.example';
export const authserv = 'mx.clinic.example';
const passed = `${authserv}; spf=pass smtp.mailfrom=clinic.example; dkim=pass header.d=clinic.example; dmarc=pass (p=reject) header.from=clinic.example`;

export interface TestMail {
  readonly from?: string;
  readonly to?: string;
  /** The `Authentication-Results` header; null for none. */
  readonly checked?: string | null;
  /** The `Message-ID` header; null for none. */
  readonly id?: string | null;
  readonly headers?: readonly string[];
  readonly type?: string;
  readonly body: string;
}

/** A mail as it is in a mailbox, with the headers that servers added on its way. */
export function rawMail({
  from = 'Ottoline Fernbrook <ottoline@clinic.example>',
  to = `answers+${testToken}@portal.example`,
  checked = passed,
  id = '<reply-1@clinic.example>',
  headers = [],
  type = 'text/plain; charset=utf-8',
  body,
}: TestMail): Buffer {
  const head = [
    'Return-Path: <ottoline@clinic.example>',
    ...(checked === null ? [] : [`Authentication-Results: ${checked}`]),
    'Received: from out.clinic.example by mx.clinic.example; Mon, 23 Nov 2026 09:31:00 -0500',
    `From: ${from}`,
    `To: ${to}`,
    'Subject: Re: A patient has written to Dr. Ottoline Fernbrook',
    'Date: Mon, 23 Nov 2026 09:30:58 -0500',
    ...(id === null ? [] : [`Message-ID: ${id}`]),
    'MIME-Version: 1.0',
    ...headers,
    `Content-Type: ${type}`,
    'Content-Transfer-Encoding: 8bit',
  ];
  return Buffer.from(`${head.join('\r\n')}\r\n\r\n${body.replace(/\r?\n/g, '\r\n')}`);
}

/** HTML that takes a sanitiser longer the larger it is. */
const hostileHtml = (bytes: number): string => '<div>'.repeat(Math.floor(bytes / 5));

/** Mails of 1 and 16 MB by a person who may answer, and one of 16 MB whose sender no server has checked. */
export const hostileMails = (to?: string): readonly Buffer[] =>
  [
    { body: hostileHtml(1_000_000) },
    { body: hostileHtml(16_000_000) },
    { body: hostileHtml(16_000_000), checked: null },
  ].map((mail, index) =>
    rawMail({
      ...mail,
      ...(to === undefined ? {} : { to }),
      id: `<hostile-${String(index)}@x>`,
      type: 'text/html; charset=utf-8',
    }),
  );

export interface TestPart {
  readonly type: string;
  readonly headers?: readonly string[];
  readonly content: string | Buffer;
}

/** The body and type of a mail with several parts. */
export function partsOf(kind: string, parts: readonly TestPart[]): Pick<TestMail, 'type' | 'body'> {
  const edge = `=_${kind}_edge`;
  const written = parts.map(({ type, headers = [], content }) => {
    const isBytes = typeof content !== 'string';
    const transfer = type.startsWith('multipart/') ? [] : [`Content-Transfer-Encoding: ${isBytes ? 'base64' : '8bit'}`];
    const body = isBytes ? content.toString('base64').replace(/.{76}/g, '$&\n') : content;
    return [`--${edge}`, `Content-Type: ${type}`, ...transfer, ...headers, '', body].join('\n');
  });
  return { type: `multipart/${kind}; boundary="${edge}"`, body: `${written.join('\n')}\n--${edge}--\n` };
}

/** The smallest possible image. */
export const tinyPng = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==',
  'base64',
);

const portal = 'Northlight Patient Portal <no-reply@portal.example>';
const quoted = [
  'Hello,',
  '',
  'A patient has written to Dr. Ottoline Fernbrook.',
  '-- ',
  'This is an automatic message.',
];
const marked = quoted.map((line) => `> ${line}`).join('\n');
const outlook = (lines: readonly string[]): string =>
  ['________________________________', ...lines, '', ...quoted].join('\n');

/** What mail programs add below an answer, by program and language. */
export const quotations: Readonly<Record<string, string>> = {
  'Gmail, en': `On Mon, Nov 23, 2026 at 9:14 AM ${portal}\nwrote:\n\n${marked}`,
  'Gmail, es': `El lun, 23 nov 2026 a las 9:14, Northlight Patient Portal (<\nno-reply@portal.example>) escribió:\n\n${marked}`,
  'Gmail, fr': `Le lun. 23 nov. 2026 à 09 h 14, ${portal} a écrit :\n\n${marked}`,
  'Gmail, pt': `Em seg., 23 de nov. de 2026 às 09:14, Northlight Patient Portal <\nno-reply@portal.example> escreveu:\n\n${marked}`,
  'Gmail, zh': `Northlight Patient Portal <no-reply@portal.example> 于2026年11月23日周一 09:14写道：\n\n${marked}`,
  'Apple Mail, en': `> On Nov 23, 2026, at 9:14 AM, Northlight Patient Portal <no-reply@portal.example> wrote:\n> \n${marked}`,
  'Apple Mail, es': `El 23 nov 2026, a las 9:14, ${portal} escribió:\n\n${marked}`,
  'Apple Mail, fr': `Le 23 nov. 2026 à 09:14, ${portal} a écrit :\n\n${marked}`,
  'Apple Mail, pt': `Em 23 de nov. de 2026, à(s) 09:14, ${portal} escreveu:\n\n${marked}`,
  'Apple Mail, zh': `在 2026年11月23日，09:14，${portal} 写道：\n\n${marked}`,
  'Thunderbird, en': `On 11/23/26 09:14, Northlight Patient Portal wrote:\n${marked}`,
  'Thunderbird, fr': `Le 23/11/2026 à 09:14, Northlight Patient Portal a écrit :\n${marked}`,
  'Thunderbird, zh': `在 2026/11/23 09:14, Northlight Patient Portal 写道:\n${marked}`,
  'Outlook, en': outlook([
    `From: ${portal}`,
    'Sent: Monday, November 23, 2026 9:14 AM',
    'To: Team <team@clinic.example>',
    'Subject: A patient',
  ]),
  'Outlook, es': outlook([
    `De: ${portal}`,
    'Enviado: lunes, 23 de noviembre de 2026 9:14',
    'Para: Equipo <team@clinic.example>',
    'Asunto: Un mensaje',
  ]),
  'Outlook, fr': outlook([
    `De : ${portal}`,
    'Envoyé : lundi 23 novembre 2026 09:14',
    'À : Équipe <team@clinic.example>',
    'Objet : Un message',
  ]),
  'Outlook, pt': outlook([
    `De: ${portal}`,
    'Enviada em: segunda-feira, 23 de novembro de 2026 09:14',
    'Para: Equipe <team@clinic.example>',
    'Assunto: Mensagem',
  ]),
  'Outlook, zh': outlook([
    `发件人: ${portal}`,
    '发送时间: 2026年11月23日 9:14',
    '收件人: 团队 <team@clinic.example>',
    '主题: 有患者写信',
  ]),
  'Outlook 2010, en': `-----Original Message-----\nFrom: ${portal}\nSent: Monday\nTo: Team\n\n${quoted.join('\n')}`,
  'without marks, en': `On Mon, Nov 23, 2026 at 9:14 AM ${portal} wrote:\n\n${quoted.join('\n')}`,
};
