import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { getRequestListener } from '@hono/node-server';
import { handlersWith } from './allHandlers.ts';
import { startPasswordRequests } from '../credentials/passwordRequests.ts';
import { startUsernameRequests } from '../credentials/usernameRequests.ts';
import { startAnchoring } from '../audit/anchoring.ts';
import type { AuditKeys } from '../audit/keys.ts';
import { startNightlyChecks } from '../audit/nightly.ts';
import type { Pool } from '../db/pool.ts';
import { ageNoticesJob } from '../contacts/ageNotices.ts';
import { endRemindersJob } from '../contacts/endReminders.ts';
import { startPurging } from '../db/purge.ts';
import { bouncesAt } from '../mail/bounces.ts';
import { type Mailer, startMailer } from '../mail/mailer.ts';
import { startMailing } from '../mail/mailing.ts';
import { demandsTls } from '../mail/transport.ts';
import { startDelivering } from '../secureMessages/delivery/deliverer.ts';
import { startReadingMailbox } from '../secureMessages/mailbox/imap.ts';
import { lateRequestsJob } from '../secureMessages/lateRequests.ts';
import { sendFilledForm } from '../secureMessages/requestForms.ts';
import { unopenedMessagesJob } from '../secureMessages/unopened.ts';
import { startRemindingOfAlerts } from '../questionnaires/alerts.ts';
import { startPush } from '../notices/push/sender.ts';
import type { Config } from './config.ts';
import { startSendingSummaries } from '../healthSummary/sending.ts';
import { startNotices } from '../notices/notices.ts';
import { startFollowingMerges } from '../patientMerges/followUp.ts';
import { startSendingOut } from '../outbound/sending.ts';
import { failedMessagesJob } from '../outbound/telling.ts';
import { startKeepingSeries } from '../questionnaires/series/worker.ts';
import { startHeldFiles } from '../secureMessages/files/heldFiles.ts';
import { startMovingFiles } from '../files/moveFiles.ts';
import { scannerOf } from '../files/scanner.ts';
import { BuiltRoutes } from '../http/builtRoutes.ts';
import { surfaceApp } from './app.ts';
import { type DatabaseOptions, openDatabase } from './database.ts';
import type { Surface } from '../http/handler.ts';
import { serveFhir } from './fhir.ts';
import { serveHl7 } from './hl7.ts';
import { type Listening, listen } from './listen.ts';
import { serveMetrics, traceForSdk } from './metrics.ts';
import { readinessOf } from './readiness.ts';
import { followTls, readTls } from './tlsFiles.ts';
import { passwords } from '../http/secrets.ts';
import { keyFor } from '../http/serverKey.ts';

export interface RunningServer {
  readonly portalUrl: string;
  readonly kioskUrl: string;
  /** The port of `/metrics`; null where it is not set. */
  readonly metricsPort: number | null;
  /** The port for HL7 v2; null where it is not set. */
  readonly hl7Port: number | null;
  readonly pool: Pool;
  readonly mailer: Mailer;
  readonly auditKeys: AuditKeys;
  /** Process id of the embedded PostgreSQL, or null if the facility has its own database. */
  databasePid(): number | null;
  /** Reports not ready for `DRAIN_SECONDS`, then ends requests, then connections, then the embedded database. */
  stop(): Promise<void>;
}

export interface RunOptions extends DatabaseOptions {
  /** Folder with the two builds; left out: `dist`. */
  readonly dist?: string;
}

const mailingJobs = [unopenedMessagesJob, lateRequestsJob, endRemindersJob, ageNoticesJob, failedMessagesJob];

/** The folder `dist`: next to the bundle when built, else in the working directory. */
function distFolder(): string {
  const beside = fileURLToPath(new URL('..', import.meta.url));
  return existsSync(join(beside, 'server', 'main.js')) ? beside : resolve('dist');
}

const withPort = (host: string, port: number, secure: boolean): string => {
  const name = host.replace(/:\d+$/, '');
  const scheme = secure ? 'https' : 'http';
  return `${scheme}://${name}${port === (secure ? 443 : 80) ? '' : `:${port}`}`;
};

/** Whom the operator of a push service may contact: the sender of mails, or the portal itself. */
function pushContact({ mailFrom, portalUrl }: Config): string {
  if (mailFrom !== null) return `mailto:${mailFrom.address}`;
  return portalUrl?.startsWith('https:') === true ? portalUrl : 'mailto:no-reply@localhost';
}

/** Starts everything and resolves when both addresses answer. Throws `StartRefused` with one clear line if that fails. */
export async function runServer({
  config,
  log,
  say,
  onLost,
  seed,
  dist = distFolder(),
}: RunOptions): Promise<RunningServer> {
  const opened: Listening[] = [];
  let endDatabase = (): Promise<void> => Promise.resolve();
  const proxied = (['PORTAL_URL', 'KIOSK_URL'] as const).find((setting) =>
    (setting === 'PORTAL_URL' ? config.portalUrl : config.kioskUrl)?.startsWith('https:'),
  );
  if (proxied !== undefined && !config.trustProxy && config.tls === null)
    log.warn(
      `${proxied} begins with https:, which only a proxy before this server can answer, but TRUST_PROXY is not 1: everybody seems to come from that proxy's address, so that the failed sign-ins of some keep out all. Set TRUST_PROXY=1.`,
    );
  try {
    const tls = config.tls === null ? null : await readTls('TLS', config.tls);
    const isHttps = (url: string | null): boolean => tls !== null || url?.startsWith('https:') === true;
    const portal = await listen(config.portalPort, config.host, 'PORT', isHttps(config.portalUrl), tls);
    opened.push(portal);
    const kiosk = await listen(config.kioskPort, config.host, 'KIOSK_PORT', isHttps(config.kioskUrl), tls);
    opened.push(kiosk);
    const listening: Readonly<Record<Surface, Listening>> = { portal, kiosk };
    const metricsPort =
      config.metricsPort === null ? null : await listen(config.metricsPort, config.metricsHost, 'METRICS_PORT');
    if (metricsPort !== null) opened.push(metricsPort);

    const database = await openDatabase({ config, log, say, onLost, seed });
    endDatabase = () => database.stop();
    const { pool } = database;
    // Before the jobs, which say at their start that they exist.
    const metrics = metricsPort === null ? null : await serveMetrics(metricsPort, config, database, log);
    const auditLog = log.child({ part: 'audit' });
    const stopTracing = await traceForSdk();
    const stopAnchoring = startAnchoring(pool.db, database.anchors, config.auditAnchor, auditLog);
    const stopChecks = startNightlyChecks(database, auditLog);

    const bounces = await bouncesAt(pool.db, config.serverKey, config.bouncesTo);
    const mailer = startMailer(pool.db, log.child({ part: 'mail' }), {
      smtpUrl: config.smtpUrl,
      workers: config.mailWorkers,
      sender: config.mailFrom,
      bounces,
      sms: config.sms,
      dataDir: config.dataDir,
      portalUrl: config.portalUrl,
    });
    const push = config.webPush
      ? await startPush(pool, log.child({ part: 'push' }), {
          serverKey: config.serverKey,
          contact: pushContact(config),
          anywhere: config.callAnywhere,
        })
      : null;
    const passwordRequests = startPasswordRequests(pool, log.child({ part: 'password' }), mailer, config.portalUrl);
    const scanner = scannerOf(config.attachmentScanner);
    const messageLog = log.child({ part: 'messages' });
    const heldFiles = startHeldFiles(pool, log.child({ part: 'attachments' }), scanner);
    const summaries = startSendingSummaries(pool, log.child({ part: 'health summary' }), {
      serverKey: config.serverKey,
      portalUrl: config.portalUrl,
      mailer,
    });
    const mailing = { pool, log, mailer, portalUrl: config.portalUrl };
    const workers = [
      startPurging(pool.db, log),
      summaries,
      passwordRequests,
      startUsernameRequests(pool, log.child({ part: 'username' }), mailer, config.portalUrl),
      startDelivering(pool, messageLog, {
        serverKey: config.serverKey,
        careTeamMail: { ...config.mailbox, demandsTls: demandsTls(config.smtpUrl), mailer },
      }),
      ...mailingJobs.map((job) => startMailing(job, mailing)),
      startRemindingOfAlerts(mailing),
      ...(config.mailbox.imap === null
        ? []
        : [startReadingMailbox(pool, messageLog, scanner, { ...config.mailbox, bounces })]),
      startNotices(pool, log.child({ part: 'notices' }), mailer, config),
      startFollowingMerges(pool, log.child({ part: 'joined records' })),
      startKeepingSeries(pool, log.child({ part: 'questionnaire series' })),
      ...(pool.db.objects === null ? [] : [startMovingFiles(pool, pool.db.objects, log.child({ part: 'files' }))]),
      startSendingOut(pool, log.child({ part: 'outbound' }), config.serverKey),
    ];
    const routes = new BuiltRoutes(dist);
    const services = {
      routes,
      passwords: passwords(config.argon2),
      accessTokenSeconds: config.accessTokenSeconds,
      addressFailures: config.addressFailures,
      newBrowserWaitMs: config.newBrowserWaitMs,
      mailer,
      push,
      scanner,
      callAnywhere: config.callAnywhere,
      openIdSecrets: config.openIdSecrets,
      summaries,
      onCompleted: sendFilledForm,
      portalUrl: config.portalUrl,
      serverKey: config.serverKey,
      serverKeysBefore: config.serverKeysBefore,
    };
    const handlers = handlersWith(services);
    const fhir = serveFhir(config, pool, log.child({ part: 'fhir' }), scanner);
    let draining = false;
    const readiness = readinessOf(pool, log, () => draining);
    const addressKey = await keyFor(pool.db, config.serverKey, 'address');
    const publicUrl: Readonly<Record<Surface, string | null>> = { portal: config.portalUrl, kiosk: config.kioskUrl };
    const originsOf = (host: string, secure: boolean): Record<Surface, string> => ({
      portal: publicUrl.portal ?? withPort(host, portal.port, secure),
      kiosk: publicUrl.kiosk ?? withPort(host, kiosk.port, secure),
    });
    const originsAt = (surface: Surface) => {
      // Cached, because nearly every request has the same host as the one before.
      let last = { host: '', secure: false, origins: originsOf('localhost', false) };
      return (host: string, secure: boolean): Record<Surface, string> => {
        if (last.host === host && last.secure === secure) return last.origins;
        // A proxy with TLS has a port of its own, which is in the name that the caller used.
        const used = config.trustProxy && secure && publicUrl[surface] === null ? { [surface]: `https://${host}` } : {};
        last = { host, secure, origins: { ...originsOf(host, secure), ...used } };
        return last.origins;
      };
    };
    const apps = (['portal', 'kiosk'] as const).map((surface) => {
      const { app, warmUp } = surfaceApp({
        surface,
        pool,
        handlers,
        openId: services,
        receiveBundle: fhir.receiveBundle,
        log,
        trustProxy: config.trustProxy,
        addressKey,
        isHttps: isHttps(publicUrl[surface]),
        allowedOrigin: config.allowedOrigin,
        origins: originsAt(surface),
        readiness,
        securityContact: config.securityContact,
        dist,
        routes,
        compressedFolder: join(dist, '.compressed', surface),
        apiOrigin: config.apiOrigin,
      });
      const respond = getRequestListener(app.fetch, { overrideGlobalObjects: false });
      listening[surface].serve((request, response) => void respond(request, response));
      return warmUp;
    });
    void (async () => {
      for (const warmUp of apps) await warmUp();
    })().catch((error: unknown) =>
      log.warn({ type: error instanceof Error ? error.name : 'unknown' }, 'files are not compressed ahead'),
    );

    const hl7 = await serveHl7(config, pool, log.child({ part: 'hl7' }));
    metrics?.noteReady();
    const stopFollowing =
      config.tls === null || tls === null ? () => undefined : followTls('TLS', config.tls, tls, [portal, kiosk], log);
    return {
      hl7Port: hl7.port,
      metricsPort: metricsPort?.port ?? null,
      portalUrl: originsOf('localhost', tls !== null).portal,
      kioskUrl: originsOf('localhost', tls !== null).kiosk,
      pool,
      mailer,
      auditKeys: database.keys,
      databasePid: database.pid,
      async stop() {
        // Requests are answered until the load balancer has seen at /readyz that they should go elsewhere.
        draining = true;
        stopFollowing();
        for (const each of opened) each.drain();
        await wait(config.drainSeconds * 1000);
        await hl7.stop();
        await Promise.all(opened.map((each) => each.close(config.shutdownSeconds)));
        await Promise.all([fhir, ...workers].map((worker) => worker.stop()));
        await Promise.all([
          heldFiles.stop(config.shutdownSeconds),
          mailer.stop(config.shutdownSeconds),
          push?.stop(config.shutdownSeconds),
        ]);
        await stopChecks();
        await stopAnchoring();
        await metrics?.stop();
        stopTracing();
        await endDatabase();
      },
    };
  } catch (error) {
    await Promise.all(opened.map((each) => each.close(0)));
    await endDatabase();
    throw error;
  }
}
