import { type CallShape, calls, purposeHeader, versionHeader } from '@portal/api';
import type { Hono } from 'hono';
import { type Bindings, type RequestSettings, factsOf } from './request.ts';
import { dataHeaders } from './securityHeaders.ts';

/** Headers that let the configured foreign origin read an answer; none for anybody else. */
export function crossOriginHeaders(origin: string | null, allowed: string | null): Record<string, string> {
  if (origin === null || origin !== allowed) return {};
  return {
    'access-control-allow-origin': origin,
    'access-control-allow-credentials': 'true',
    'access-control-expose-headers': versionHeader,
    vary: 'origin',
    'cross-origin-resource-policy': 'cross-origin',
  };
}

/** Headers that let the pages of any website read an answer, without cookies. */
export const anyOriginHeaders = {
  'access-control-allow-origin': '*',
  'cross-origin-resource-policy': 'cross-origin',
} as const;

/** A path of the contract as Hono takes it. */
export const routeOf = (path: string): string => path.replace(/\{(\w+)\}/g, ':$1');

/** Answers the questions of browsers whether a page of another website may make a call. */
export function mountPreflights(
  app: Hono<Bindings>,
  options: RequestSettings & { readonly allowedOrigin: string | null },
): void {
  const mount = (path: string, headersFor: (origin: string | null) => Readonly<Record<string, string>>): void => {
    app.options(path, (c) => {
      const headers = {
        ...dataHeaders(factsOf(c.env.incoming, options).secure),
        ...headersFor(c.req.header('origin') ?? null),
        'access-control-max-age': '600',
      };
      return new Response(null, { status: 204, headers });
    });
  };
  for (const { path, method } of Object.values<CallShape>(calls).filter((call) => call.isForAnyOrigin === true))
    mount(routeOf(path), () => ({
      ...anyOriginHeaders,
      'access-control-allow-methods': method,
      'access-control-allow-headers': 'content-type',
    }));
  if (options.allowedOrigin === null) return;
  for (const path of ['/api/*', '/token'])
    mount(path, (origin) => ({
      ...crossOriginHeaders(origin, options.allowedOrigin),
      'access-control-allow-methods': 'GET, POST, PUT, PATCH, DELETE',
      'access-control-allow-headers': [
        'authorization',
        'content-type',
        purposeHeader,
        ...new Set(Object.values(calls).flatMap((call) => Object.keys(call.headers))),
      ].join(', '),
    }));
}
