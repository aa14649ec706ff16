import type { RequestListener } from 'node:http';
import type { Logger } from 'pino';
import type { Exporter } from './exporter.ts';
import { faultOf } from '../process/errorCode.ts';

/** Answers `GET /metrics`, and nothing else. */
export function metricsListener(exporter: Exporter, log: Logger): RequestListener {
  return (request, response) => {
    const send = (status: number, type: string, text: string): void => {
      response.writeHead(status, { 'content-type': type, 'cache-control': 'no-store' }).end(text);
    };
    if (request.method !== 'GET' || request.url?.replace(/\?.*/, '') !== '/metrics') {
      send(404, 'application/json', '{"error":"not_found"}');
      return;
    }
    exporter.text().then(
      (text) => send(200, exporter.contentType, text),
      (error: unknown) => {
        log.error({ err: faultOf(error) }, 'the metrics cannot be read');
        send(500, 'application/json', '{"error":"unexpected"}');
      },
    );
  };
}
