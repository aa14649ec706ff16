import type { Logger } from 'pino';
import { openPool } from '../db/pool.ts';
import { figuresReader } from '../metrics/figures.ts';
import { metricsListener } from '../metrics/listener.ts';
import type { Config } from './config.ts';
import type { OpenDatabase } from './database.ts';
import type { Listening } from './listen.ts';

/** However often it is scraped, the database is asked at most so often. */
const figuresEveryMs = 10_000;

export interface Metrics {
  noteReady(): void;
  stop(): Promise<void>;
}

/** Answers `/metrics` on a port. It reads on a connection of its own, so that it neither waits for requests nor takes a connection from them. */
export async function serveMetrics(
  port: Listening,
  config: Config,
  { pool, url, isPooled }: Pick<OpenDatabase, 'pool' | 'url' | 'isPooled'>,
  log: Logger,
): Promise<Metrics> {
  // Loads prom-client, which a server without the port does without.
  const { startExporter } = await import('../metrics/exporter.ts');
  const own = openPool(url, 1, () => undefined, undefined, isPooled);
  const { connections, dataDir } = config;
  const exporter = startExporter({ pool, connections, dataDir, figures: figuresReader(own, figuresEveryMs) });
  port.serve(metricsListener(exporter, log));
  return {
    noteReady: () => exporter.noteReady(),
    async stop() {
      exporter.stop();
      await own.end();
    },
  };
}

/** Under this key of the global object every copy of OpenTelemetry's API finds the SDK of its process. */
const openTelemetry = Symbol.for('opentelemetry.js.api.1');

/** Makes spans if an OpenTelemetry SDK was loaded before the server. Gives the function that ends it. */
export async function traceForSdk(): Promise<() => void> {
  if (!(openTelemetry in globalThis)) return () => undefined;
  const { startTracing } = await import('../metrics/tracing.ts');
  return startTracing();
}
