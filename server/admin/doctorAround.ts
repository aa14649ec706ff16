import { constants } from 'node:fs';
import { access, stat } from 'node:fs/promises';
import { connect } from 'node:tls';
import * as v from 'valibot';
import { anchorsFolder } from '../audit/anchors.ts';
import { objectsOf } from '../files/objects.ts';
import { scannerOf } from '../files/scanner.ts';
import { greetMailServer } from '../mail/serverCheck.ts';
import { backupAgeSeconds, backupMarker, freeBytes } from '../metrics/machine.ts';
import type { Config } from '../start/config.ts';
import {
  type DoctorLine,
  type PublicAddresses,
  note,
  reasonOfFailure,
  right,
  spanOf,
  wrong,
  wrongInUse,
} from './doctorLine.ts';
import { counted } from './text.ts';

const withinMs = 10_000;
const certificateDays = 14;
const leastFreeBytes = 1_000_000_000;
const oldBackupSeconds = 50 * 3600;

/** What `/readyz?seen` says of the request as the server got it. */
const Ready = v.object({
  status: v.string(),
  seen: v.object({ host: v.string(), isForwarded: v.boolean() }),
});

/** Days until the certificate of an address ends; null where it has none that says so. */
function certificateDaysOf({ hostname, port }: URL): Promise<number | null> {
  return new Promise((settle) => {
    const host = hostname.replace(/^\[|\]$/g, '');
    const socket = connect({ host, port: Number(port || 443), servername: host, timeout: withinMs }, () => {
      const days = (Date.parse(socket.getPeerCertificate().valid_to) - Date.now()) / 86_400_000;
      socket.destroy();
      settle(Number.isNaN(days) ? null : Math.floor(days));
    });
    socket.once('error', () => settle(null));
    socket.once('timeout', () => socket.destroy());
    socket.once('close', () => settle(null));
  });
}

/** `given` null: nothing says where people reach it, so it is looked for on this machine. */
async function address(about: keyof PublicAddresses, given: string | null, config: Config): Promise<DoctorLine> {
  const [port, setting] = about === 'portal' ? [config.portalPort, 'PORTAL_URL'] : [config.kioskPort, 'KIOSK_URL'];
  const url = new URL(given ?? `${config.tls === null ? 'http' : 'https'}://localhost:${String(port)}`);
  try {
    const response = await fetch(new URL('/readyz?seen', url), {
      redirect: 'manual',
      signal: AbortSignal.timeout(withinMs),
    });
    const answer = v.safeParse(Ready, await response.json().catch(() => null));
    if (!answer.success)
      return wrong(
        about,
        [502, 503, 504].includes(response.status)
          ? `${url.origin} answers ${String(response.status)}: the server starts just now, or the proxy does not reach it. Its log says why.`
          : `${url.origin} answers ${String(response.status)}, and not as a server of this version: lead the proxy's ${about} host to it.`,
      );
    const { status, seen } = answer.output;
    if (status !== 'ready') return wrong(about, `${url.origin} is not ready: ${status}. The server's log says why.`);
    if (given === null)
      return note(about, `${url.origin} answers; ${setting} is not set, so only this machine uses it.`);
    if (url.protocol !== 'https:')
      return wrong(
        about,
        `${given} is no https: without it no browser saves on the device. Put a proxy with TLS before it.`,
      );
    if (seen.host !== url.host)
      return wrong(
        about,
        `${given} reaches the server as ${seen.host}: let the proxy pass the host on (Host, or X-Forwarded-Host with TRUST_PROXY=1).`,
      );
    if (config.trustProxy !== seen.isForwarded)
      return wrong(
        about,
        config.trustProxy
          ? 'TRUST_PROXY is 1, but the proxy sends no X-Forwarded-For: all failed sign-ins seem to come from it. Let it send that.'
          : 'The proxy sends X-Forwarded-For, but TRUST_PROXY is not 1: all failed sign-ins seem to come from it. Set TRUST_PROXY=1.',
      );
    const days = await certificateDaysOf(url);
    return days !== null && days < certificateDays
      ? wrong(about, `The certificate of ${given} ends in ${counted(days, 'day')}: renew it.`)
      : right(
          about,
          `${given} answers${days === null ? '' : `; its certificate is good for ${counted(days, 'day')}`}.`,
        );
  } catch (error) {
    return wrong(
      about,
      `${url.origin} cannot be reached (${reasonOfFailure(error)}). Does the server run, and the proxy?`,
    );
  }
}

async function mail({ smtpUrl }: Config, { portal }: PublicAddresses): Promise<DoctorLine> {
  if (smtpUrl === null)
    return wrongInUse(portal.length > 0)(
      'mail',
      'SMTP_URL is not set: mails are files in DATA_DIR/outbox and reach nobody.',
    );
  try {
    const { isEncrypted } = await greetMailServer(smtpUrl);
    return isEncrypted
      ? right('mail', 'The mail server takes us, with TLS.')
      : note('mail', 'The mail server takes us, but offers no TLS: mails to it can be read on the way.');
  } catch (error) {
    return wrong('mail', `The mail server of SMTP_URL does not take us (${reasonOfFailure(error)}). Correct SMTP_URL.`);
  }
}

async function textMessages({ sms }: Config): Promise<DoctorLine> {
  if (sms === null) return note('text', 'SMS_URL is not set: text messages are files in DATA_DIR/outbox.');
  try {
    // Any answer will do: only a text message is posted.
    await fetch(sms.url, { method: 'HEAD', redirect: 'manual', signal: AbortSignal.timeout(withinMs) });
    return right('text', 'SMS_URL answers.');
  } catch (error) {
    return wrong('text', `SMS_URL cannot be reached (${reasonOfFailure(error)}). Correct it.`);
  }
}

async function disk({ dataDir }: Config): Promise<DoctorLine> {
  const bytes = await freeBytes(dataDir);
  if (bytes === null) return wrong('disk', `There is no folder ${dataDir}: set DATA_DIR as for the server.`);
  const text = `${(bytes / 1e9).toFixed(1)} GB are free in ${dataDir}`;
  return bytes < leastFreeBytes
    ? wrong('disk', `${text}: make room, or nothing can be stored soon.`)
    : right('disk', `${text}.`);
}

async function anchors({ dataDir }: Config): Promise<DoctorLine> {
  const folder = anchorsFolder(dataDir);
  return access(folder, constants.R_OK | constants.W_OK).then(
    () => right('anchors', `${folder} can be written.`),
    () => wrong('anchors', `${folder} cannot be written by this user: run this as the server's user, who must own it.`),
  );
}

async function backup({ dataDir }: Config, { portal }: PublicAddresses): Promise<DoctorLine> {
  const age = await backupAgeSeconds(dataDir);
  if (age === null) {
    const since = await stat(dataDir).catch(() => null);
    const isNew = since !== null && Date.now() - since.birthtimeMs < oldBackupSeconds * 1000;
    return wrongInUse(portal.length > 0 && !isNew)(
      'backup',
      `No backup yet: make one with "admin backup FOLDER". If something else makes yours, let it touch ${backupMarker} in ${dataDir} when it is done.`,
    );
  }
  return age > oldBackupSeconds
    ? wrong('backup', `The last one is ${spanOf(age)} old: see what keeps the next.`)
    : right('backup', `The last one is ${spanOf(age)} old.`);
}

async function files(config: Config): Promise<DoctorLine[]> {
  const store = objectsOf(config);
  if (store === null) return [];
  try {
    // After every id, so that nothing is listed.
    await store.list('g');
    return [right('files', 'The store of FILES_URL takes us.')];
  } catch (error) {
    return [wrong('files', `The store of FILES_URL does not take us (${reasonOfFailure(error)}). Correct FILES_…`)];
  }
}

async function scanner({ attachmentScanner }: Config): Promise<DoctorLine[]> {
  if (attachmentScanner === null) return [];
  const result = await scannerOf(attachmentScanner)(Buffer.from('This file is clean.\n'));
  return [
    result === 'clean'
      ? right('scanner', 'ATTACHMENT_SCANNER passes a clean file.')
      : wrong('scanner', `ATTACHMENT_SCANNER says "${result}" of a clean file: try it in a terminal.`),
  ];
}

/** What is around the database: addresses, the proxy, mail, text messages, the disk, backups. Nothing is sent to anybody. */
export async function linesAround(config: Config, addresses: PublicAddresses): Promise<DoctorLine[]> {
  const each = (about: keyof PublicAddresses): readonly (string | null)[] =>
    addresses[about].length > 0 ? addresses[about] : [null];
  return [
    ...(await Promise.all([
      ...each('portal').map((url) => address('portal', url, config)),
      ...each('kiosk').map((url) => address('kiosk', url, config)),
      mail(config, addresses),
      textMessages(config),
      disk(config),
      anchors(config),
      backup(config, addresses),
    ])),
    ...(await files(config)),
    ...(await scanner(config)),
  ];
}
