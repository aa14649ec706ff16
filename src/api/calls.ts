import * as contract from './contract.ts';
import type { AuditEventShape } from './auditEvent.ts';
import { type AuditEventType, sendAuditEvent } from './auditEvents.ts';
import type { CallShape } from './call.ts';

type Exports = typeof contract & { readonly sendAuditEvent: typeof sendAuditEvent };
type Calls = { readonly [Name in keyof Exports as Exports[Name] extends CallShape ? Name : never]: Exports[Name] };
export type CallName = keyof Calls;

const exported: readonly [name: string, value: unknown][] = Object.entries({ ...contract, sendAuditEvent });
const isCall = (value: unknown): value is CallShape =>
  typeof value === 'object' && value !== null && 'method' in value && 'staleTime' in value;
const isAuditEvent = (value: unknown): value is AuditEventShape =>
  typeof value === 'object' && value !== null && 'auditEventType' in value && 'section' in value;

/**
 * Every call of the contract by its name, for the server's mount and for tests. Browser code imports single calls, so that its bundle has
 * no others.
 */
export const calls = Object.fromEntries(exported.filter(([, value]) => isCall(value))) as Calls;

/** Each event that a page can send, by its type. */
export const auditEvents = Object.fromEntries(
  exported.flatMap(([, value]) => (isAuditEvent(value) ? [[value.auditEventType, value]] : [])),
) as Readonly<Record<AuditEventType, AuditEventShape>>;

type Fault<Name extends CallName> = Calls[Name]['name'] extends Name
  ? `${Name} invalidates ${Exclude<Calls[Name]['invalidates'][number], CallName>}, which is no call`
  : `${Name} is declared with the name ${Calls[Name]['name']}`;
// Compiles only if no call has a fault. Otherwise the compiler's message contains the fault's own text.
({}) satisfies { readonly [Name in CallName as Fault<Name>]: never };
