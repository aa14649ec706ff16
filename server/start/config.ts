import { resolve } from 'node:path';
import { isEmailAddress } from '@portal/api';
import * as v from 'valibot';
import { eachHost } from '../db/hosts.ts';
import { readSender } from '../mail/sender.ts';
import { StartRefused } from '../process/startRefused.ts';
import { type Environment as Source, withSettingFiles } from './settingFiles.ts';
import type { TlsFiles } from './tlsFiles.ts';

const whole = (least: number, most: number) =>
  v.pipe(v.string(), v.regex(/^\d+$/, 'a whole number'), v.transform(Number), v.minValue(least), v.maxValue(most));
/** Of "portal.example.org:8443" JavaScript takes the host for a scheme, and a path would be left out of every link. */
const origin = v.pipe(
  v.string(),
  v.check(
    (text) => URL.canParse(text) && /^https?:\/\/[^/?#]+\/?$/i.test(text),
    'an address like https://portal.example.org, without a path',
  ),
  v.transform((text) => new URL(text).origin),
);
const flag = v.pipe(
  v.picklist(['0', '1'], '0 or 1'),
  v.transform((text) => text === '1'),
);

const encoded = 'an address, in which special characters of a name or password are percent-encoded';
const databaseAddress = v.pipe(
  v.string(),
  v.regex(/^postgres(ql)?:\/\//, 'an address that begins with postgresql://'),
  // The address of a socket has no host, which JavaScript's URL needs after a name.
  v.check((text) => eachHost(text).every((each) => URL.canParse(each.replace('@/', '@localhost/'))), encoded),
);

const Environment = v.object({
  PORT: v.optional(whole(0, 65_535), '8080'),
  KIOSK_PORT: v.optional(whole(0, 65_535), '8081'),
  /** The port of `/metrics`; left out: there is none. */
  METRICS_PORT: v.optional(whole(0, 65_535)),
  METRICS_HOST: v.optional(v.string(), '127.0.0.1'),
  /** The port for messages of HL7 v2 (MLLP); left out: none are taken. */
  HL7_PORT: v.optional(whole(0, 65_535)),
  HL7_HOST: v.optional(v.string(), '127.0.0.1'),
  /** Files in PEM with the certificate and the key of the HL7 port; left out: it has no TLS. */
  HL7_TLS_CERT: v.optional(v.string()),
  HL7_TLS_KEY: v.optional(v.string()),
  /** Files in PEM with the certificate and the key of both ports, between the proxy and the server; left out: they have no TLS. */
  TLS_CERT: v.optional(v.string()),
  TLS_KEY: v.optional(v.string()),
  /** Address to listen on; left out: all addresses of the machine. */
  HOST: v.optional(v.string()),
  DATABASE_URL: v.optional(databaseAddress),
  /** The same database as its owner, for the migrations; left out: the role of DATABASE_URL owns it. */
  DATABASE_OWNER_URL: v.optional(databaseAddress),
  DATA_DIR: v.optional(v.string(), 'data'),
  /** The file that lists cells, for `admin --cell`; servers have no use for it. */
  CELLS: v.optional(v.string()),
  /** The folder that the embedded database copies its log to; left out: a restore ends where the backup ended. */
  WAL_ARCHIVE: v.optional(v.string()),
  LOG_LEVEL: v.optional(v.picklist(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']), 'info'),
  /** Where faults of security are reported; left out: there is no security.txt. */
  SECURITY_CONTACT: v.optional(
    v.pipe(
      v.string(),
      v.check(
        (text) => isEmailAddress(text) || /^https:\/\/[^\s]+$/.test(text),
        'an email address, or an address that begins with https://',
      ),
    ),
  ),
  /** Left out: mails are written as files into `outbox` in the data folder. */
  SMTP_URL: v.optional(
    v.pipe(v.string(), v.url(encoded), v.regex(/^smtps?:\/\//, 'an address that begins with smtp:// or smtps://')),
  ),
  /** How many mails this process hands over at once. */
  MAIL_WORKERS: v.optional(whole(1, 50), '4'),
  /** The sender of mails; left out: no-reply at the portal's host name. */
  MAIL_FROM: v.optional(
    v.pipe(
      v.string(),
      v.check((text) => readSender(text) !== null, 'an email address, or "Name <address>"'),
    ),
  ),
  /** Receives text messages; left out: they are written into `outbox` as well. Without TLS only on this machine. */
  SMS_URL: v.optional(
    v.pipe(
      v.string(),
      v.url('an address'),
      v.regex(
        /^(https:\/\/|http:\/\/(localhost|127\.0\.0\.1|\[::1\])([:/]|$))/,
        'an address that begins with https://, or http:// on this machine',
      ),
    ),
  ),
  /** The secret under which text messages are signed. */
  SMS_SECRET: v.optional(v.pipe(v.string(), v.minLength(16, 'a text of at least 16 characters'))),
  /** 0: no push messages are sent, and no page offers them. */
  WEB_PUSH: v.optional(flag, '1'),
  /** 1, in tests only: push services, the links of other clinics and FHIR servers may be on this machine and without TLS. */
  CALL_ANYWHERE: v.optional(flag, '0'),
  /** Public addresses if a proxy is in front of the server. */
  PORTAL_URL: v.optional(origin),
  KIOSK_URL: v.optional(origin),
  /** 1: trust X-Forwarded-For, -Proto and -Host of the proxy that connects. */
  TRUST_PROXY: v.optional(flag, '0'),
  /** A foreign origin whose pages may call the API. */
  ALLOWED_ORIGIN: v.optional(origin),
  /** Where the pages send their calls, for a facility that has its own back end. */
  API_ORIGIN: v.optional(origin),
  DATABASE_CONNECTIONS: v.optional(whole(2, 200), '20'),
  /** How long an access token is valid. */
  ACCESS_TOKEN_SECONDS: v.optional(whole(30, 3600), '300'),
  /** What hashing one password costs: memory, and passes over it. */
  ARGON2_MEMORY_KIB: v.optional(whole(8192, 1_048_576), '19456'),
  ARGON2_PASSES: v.optional(whole(1, 20), '2'),
  /** How many failed logins one address may cause in 15 minutes, over all names. */
  ADDRESS_FAILURES: v.optional(whole(1, 1_000_000), '100'),
  /** How long a new browser waits before it tries a password, while somebody is trying out many names. */
  NEW_BROWSER_WAIT_MS: v.optional(whole(0, 60_000), '2000'),
  /** The half of the server's key that is not in the database: at least 32 characters, the same on every server of one database. */
  SERVER_KEY: v.optional(v.pipe(v.string(), v.minLength(32, 'a text of at least 32 characters'))),
  /** Earlier values of SERVER_KEY under which the audit was sealed, separated by commas. */
  SERVER_KEY_BEFORE: v.optional(v.string(), ''),
  /** A command that reads the anchors of the audit log from its standard input. */
  AUDIT_ANCHOR: v.optional(v.string()),
  /** The bucket of an S3-compatible store, for files; left out: they are in the database. Without TLS only on this machine. */
  FILES_URL: v.optional(
    v.pipe(
      v.string(),
      v.regex(
        /^(https:\/\/[^/@?#]+|http:\/\/(localhost|127\.0\.0\.1|\[::1\])(:\d+)?)\/[^/?#]+(\/[^?#]*)?$/,
        'an address like https://host/bucket, or http:// on this machine',
      ),
    ),
  ),
  FILES_ACCESS_KEY: v.optional(v.string()),
  FILES_SECRET_KEY: v.optional(v.string()),
  FILES_REGION: v.optional(v.string(), 'us-east-1'),
  /** A command that reads each file of a message from its standard input and exits with 0 if it is clean, with 1 if infected. */
  ATTACHMENT_SCANNER: v.optional(v.string()),
  /** The address for delivery reports; a token is put before the @. */
  MAIL_BOUNCES_TO: v.optional(v.pipe(v.string(), v.check(isEmailAddress, 'an email address'))),
  /** The address for replies to mails of care teams; a token is put before the @. */
  MAILBOX_REPLY_TO: v.optional(v.pipe(v.string(), v.check(isEmailAddress, 'an email address'))),
  /** Domains whose mailboxes may receive the text of messages, separated by commas. */
  MAILBOX_DOMAINS: v.optional(v.string(), ''),
  /** The name (authserv-id) of the mail server whose checks of senders are trusted. */
  MAILBOX_AUTHSERV: v.optional(v.string()),
  /** The mailbox from which replies are read. */
  MAILBOX_IMAP: v.optional(
    v.pipe(v.string(), v.regex(/^imaps:\/\/[^/]+@/, 'an address like imaps://user:password@host/INBOX'), v.url()),
  ),
  /** For so long a stopping server goes on answering while `/readyz` says no, so that the load balancer notices. */
  DRAIN_SECONDS: v.optional(whole(0, 300), '0'),
  SHUTDOWN_SECONDS: v.optional(whole(0, 300), '10'),
  /** How often this process looks for due notices; 0: never, other processes do. */
  NOTICE_SECONDS: v.optional(whole(0, 3600), '10'),
});

/** The names of all settings. */
export const settingNames: readonly string[] = Object.keys(Environment.entries);

export const isSetting = (name: string): boolean => settingNames.includes(name) || name.startsWith('OPENID_SECRET_');

/** The files of a certificate and its key, which are set together or not at all. */
function tlsFiles(
  prefix: 'TLS' | 'HL7_TLS',
  certFile: string | undefined,
  keyFile: string | undefined,
): TlsFiles | null {
  if (certFile !== undefined && keyFile !== undefined) return { certFile, keyFile };
  if (certFile === undefined && keyFile === undefined) return null;
  throw new StartRefused(`${prefix}_CERT and ${prefix}_KEY are set together or not at all.`);
}

/** Reads the settings; throws `StartRefused` with the name of the first wrong one. */
export function readConfig(source: Source, args: readonly string[]) {
  const environment = withSettingFiles(source, isSetting);
  const given = Object.fromEntries(
    Object.entries(environment).filter(([, value]) => value !== undefined && value !== ''),
  );
  const parsed = v.safeParse(Environment, given);
  if (!parsed.success) {
    const [issue] = parsed.issues;
    throw new StartRefused(`The setting ${v.getDotPath(issue) ?? ''} is wrong: ${issue.message}.`);
  }
  const values = parsed.output;
  if ((values.SMS_URL === undefined) !== (values.SMS_SECRET === undefined))
    throw new StartRefused('SMS_URL and SMS_SECRET are set together or not at all.');
  const hl7Tls = tlsFiles('HL7_TLS', values.HL7_TLS_CERT, values.HL7_TLS_KEY);
  if (values.MAILBOX_IMAP !== undefined && (values.MAILBOX_REPLY_TO ?? values.MAIL_BOUNCES_TO) === undefined)
    throw new StartRefused(
      'MAILBOX_IMAP needs MAILBOX_REPLY_TO, the address that replies go to, or MAIL_BOUNCES_TO, where mail servers report to.',
    );
  if (
    values.MAILBOX_IMAP !== undefined &&
    values.MAILBOX_REPLY_TO !== undefined &&
    values.MAILBOX_AUTHSERV === undefined
  )
    throw new StartRefused(
      'MAILBOX_IMAP needs MAILBOX_AUTHSERV, the name of the mail server that checks senders: anybody can write any name into a From.',
    );
  const { FILES_URL: filesUrl, FILES_ACCESS_KEY: filesAccessKey, FILES_SECRET_KEY: filesSecretKey } = values;
  const files =
    filesUrl === undefined || filesAccessKey === undefined || filesSecretKey === undefined
      ? null
      : { url: filesUrl, accessKey: filesAccessKey, secretKey: filesSecretKey, region: values.FILES_REGION };
  if (files === null && [filesUrl, filesAccessKey, filesSecretKey].some((value) => value !== undefined))
    throw new StartRefused('FILES_URL, FILES_ACCESS_KEY and FILES_SECRET_KEY are set together or not at all.');
  if (values.DATABASE_OWNER_URL !== undefined && values.DATABASE_URL === undefined)
    throw new StartRefused(
      'DATABASE_OWNER_URL needs DATABASE_URL, the same database as the role that the server works as: without it the embedded database would be used.',
    );
  if (values.WAL_ARCHIVE !== undefined && values.DATABASE_URL !== undefined)
    throw new StartRefused(
      'WAL_ARCHIVE is for the embedded database: with DATABASE_URL, your PostgreSQL has its own settings for an archive.',
    );
  if (values.WAL_ARCHIVE !== undefined && process.platform === 'win32')
    throw new StartRefused('WAL_ARCHIVE needs Linux or macOS.');
  return {
    portalPort: values.PORT,
    kioskPort: values.KIOSK_PORT,
    metricsPort: values.METRICS_PORT ?? null,
    metricsHost: values.METRICS_HOST,
    hl7: values.HL7_PORT === undefined ? null : { port: values.HL7_PORT, host: values.HL7_HOST, tls: hl7Tls },
    tls: tlsFiles('TLS', values.TLS_CERT, values.TLS_KEY),
    host: values.HOST,
    databaseUrl: values.DATABASE_URL ?? null,
    databaseOwnerUrl: values.DATABASE_OWNER_URL ?? null,
    dataDir: values.DATA_DIR,
    walArchive: values.WAL_ARCHIVE === undefined ? null : resolve(values.WAL_ARCHIVE),
    securityContact: values.SECURITY_CONTACT ?? null,
    logLevel: values.LOG_LEVEL,
    portalUrl: values.PORTAL_URL ?? null,
    kioskUrl: values.KIOSK_URL ?? null,
    trustProxy: values.TRUST_PROXY,
    allowedOrigin: values.ALLOWED_ORIGIN ?? null,
    apiOrigin: values.API_ORIGIN ?? '',
    connections: values.DATABASE_CONNECTIONS,
    accessTokenSeconds: values.ACCESS_TOKEN_SECONDS,
    argon2: { memoryKiB: values.ARGON2_MEMORY_KIB, passes: values.ARGON2_PASSES },
    addressFailures: values.ADDRESS_FAILURES,
    newBrowserWaitMs: values.NEW_BROWSER_WAIT_MS,
    serverKey: values.SERVER_KEY ?? '',
    // The unsplit text is a candidate as well, because a key may contain a comma.
    serverKeysBefore: [values.SERVER_KEY_BEFORE, ...values.SERVER_KEY_BEFORE.split(',')].filter((key) => key !== ''),
    auditAnchor: values.AUDIT_ANCHOR ?? null,
    files,
    attachmentScanner: values.ATTACHMENT_SCANNER ?? null,
    drainSeconds: values.DRAIN_SECONDS,
    shutdownSeconds: values.SHUTDOWN_SECONDS,
    noticeSeconds: values.NOTICE_SECONDS,
    /** True: an empty database gets no demo data. */
    empty: args.includes('--empty'),
    smtpUrl: values.SMTP_URL ?? null,
    mailWorkers: values.MAIL_WORKERS,
    bouncesTo: values.MAIL_BOUNCES_TO ?? null,
    mailFrom: values.MAIL_FROM === undefined ? null : readSender(values.MAIL_FROM),
    sms:
      values.SMS_URL === undefined || values.SMS_SECRET === undefined
        ? null
        : { url: values.SMS_URL, secret: values.SMS_SECRET },
    webPush: values.WEB_PUSH,
    callAnywhere: values.CALL_ANYWHERE,
    /** Secrets of identity systems, by the names of their settings. */
    openIdSecrets: new Map(
      Object.entries(environment).flatMap(([name, value]) =>
        name.startsWith('OPENID_SECRET_') && value !== undefined && value !== '' ? [[name, value] as const] : [],
      ),
    ),
    mailbox: {
      replyTo: values.MAILBOX_REPLY_TO ?? null,
      domains: values.MAILBOX_DOMAINS.split(',')
        .map((domain) => domain.trim().toLowerCase())
        .filter((domain) => domain !== ''),
      authserv: values.MAILBOX_AUTHSERV ?? null,
      imap: values.MAILBOX_IMAP ?? null,
    },
  };
}

/** The settings of a server; null where one is left out. */
export type Config = Readonly<ReturnType<typeof readConfig>>;
