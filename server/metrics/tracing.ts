import {
  type Attributes,
  type Context,
  SpanKind,
  SpanStatusCode,
  context,
  ROOT_CONTEXT,
  trace,
} from '@opentelemetry/api';
import { statementRun } from '../db/pool.ts';
import { codeOf } from '../http/loggedError.ts';
import { callAnswer, requestAnswered } from '../http/mount.ts';
import packageFile from '../package.json' with { type: 'json' };
import { jobTurn, jobWork } from '../process/worker.ts';

/**
 * Makes a span of each call, each SQL statement and each turn of a job, for the OpenTelemetry SDK that this process has loaded. Gives the
 * function that ends it.
 */
export function startTracing(): () => void {
  const tracer = trace.getTracer('vestibule', packageFile.version);
  const inSpan = async <Result>(
    name: string,
    kind: SpanKind,
    attributes: Attributes,
    work: () => Promise<Result>,
    within: Context = context.active(),
  ): Promise<Result> => {
    const span = tracer.startSpan(name, { kind, attributes }, within);
    try {
      return await context.with(trace.setSpan(within, span), work);
    } catch (error) {
      // Never the message, which may have values.
      span.setAttribute('error.type', codeOf(error)).setStatus({ code: SpanStatusCode.ERROR });
      throw error;
    } finally {
      span.end();
    }
  };
  const stops = [
    callAnswer.follow(({ method, route }, work) =>
      inSpan(`${method} ${route}`, SpanKind.SERVER, { 'http.request.method': method, 'http.route': route }, work),
    ),
    requestAnswered.listen(({ status, cause }) => {
      const span = trace.getActiveSpan();
      span?.setAttribute('http.response.status_code', status);
      if (cause !== null) span?.setAttribute('error.type', cause);
      if (status >= 500) span?.setStatus({ code: SpanStatusCode.ERROR });
    }),
    statementRun.follow(({ name }, work) => inSpan(name, SpanKind.CLIENT, { 'db.system.name': 'postgresql' }, work)),
    // A trace of its own: a turn goes on after the request that woke the job.
    jobWork.follow(({ job }, work) => inSpan(`job ${job}`, SpanKind.INTERNAL, {}, work, ROOT_CONTEXT)),
    jobTurn.listen(({ isFailed }) => {
      if (isFailed) trace.getActiveSpan()?.setStatus({ code: SpanStatusCode.ERROR });
    }),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}
