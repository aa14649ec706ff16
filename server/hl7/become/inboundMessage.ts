import { createHash } from 'node:crypto';
import type { FacilityId, PatientId } from '@portal/api';
import type { AuditActor } from '../../audit/audit.ts';
import { instantOf } from '../../notices/localTime.ts';
import type { JsonObject } from '../../questionnaires/fhir/json.ts';
import type { Message, Repetition, ElementValue, Segment } from '../message/er7.ts';
import { systemOf } from '../message/codeSystems.ts';
import { eventOf } from '../message/header.ts';
import { fhirDate } from '../message/times.ts';
import type { ClaimedMessage } from '../queue.ts';
import { otherNumberIn, recordNumberOf } from '../recordNumber.ts';
import { MessageWaits } from '../waits.ts';

/** A message with what is known when it is worked on. */
export interface InboundMessage {
  readonly message: Message;
  /** ADT^A08 */
  readonly type: string;
  readonly pid: Segment;
  /** The second patient of a message that parts two. */
  readonly second: Segment | null;
  readonly recordNumber: string;
  /** The number of before, in a message that merges; the second number, in one that parts two. */
  readonly otherNumber: string | null;
  /** The interface's name, under which what it tells is stored. */
  readonly source: string;
  readonly interfaceId: number;
  readonly facilityId: FacilityId;
  /** The time zone of the facility, for times without an offset. */
  readonly zone: string;
  /** Later messages have later versions, so that what is late by a retry does not replace what is newer. */
  readonly version: { readonly versionId: string; readonly lastUpdated: string };
  readonly actor: AuditActor;
}
export interface PatientMessage extends InboundMessage {
  readonly patientId: PatientId;
}

type Sent = Pick<ClaimedMessage, 'id' | 'createdAt' | 'name' | 'interfaceId' | 'facilityId' | 'zone' | 'recordNumbers'>;
/** Whom a message is about, and when it came. */
export function readInbound(message: Message, one: Sent): InboundMessage {
  const [pid, second = null, ...others] = message.segments.filter(({ name }) => name === 'PID');
  const type = `${message.header.text(9) ?? ''}^${eventOf(message)}`;
  if (pid === undefined) throw new MessageWaits('it has no PID');
  if (others.length > 0 || (second !== null && type !== 'ADT^A37'))
    throw new MessageWaits('it is about several patients');
  const recordNumber = recordNumberOf(pid, one.recordNumbers);
  if (recordNumber === null) throw new MessageWaits('PID-3 has no record number of the facility, or more than one');
  return {
    message,
    pid,
    second,
    recordNumber,
    otherNumber: otherNumberIn(message, one.recordNumbers),
    type,
    source: one.name,
    interfaceId: one.interfaceId,
    facilityId: one.facilityId,
    zone: one.zone,
    version: { versionId: String(one.id), lastUpdated: one.createdAt },
    actor: { userId: null, role: null, name: `interface ${one.name}`, sessionId: null },
  };
}

/** How resources refer to the patient. */
export const patientReference = (patientId: PatientId): string => `Patient/p${String(patientId)}`;

/** A resource id made of what identifies something at its sender: any characters, any length. */
export const resourceIdFrom = (...parts: readonly (string | null)[]): string =>
  createHash('sha256').update(JSON.stringify(parts)).digest('base64url');

/** A time stamp as FHIR has it; undefined where it says nothing that can be read. */
export const fhirDateIn = (written: ElementValue, zone: string): string | undefined =>
  fhirDate(written, (wall) => {
    const at = Date.parse(`${wall}Z`);
    return (at - instantOf(zone, at)) / 60_000;
  }) ?? undefined;

const coding = (field: Repetition, at: number): JsonObject[] => {
  const [code, display, system] = [field.text(at), field.text(at + 1), field.text(at + 2)];
  if (code === null && display === null) return [];
  return [
    {
      ...(system === null ? {} : { system: systemOf(system) }),
      ...(code === null ? {} : { code }),
      ...(display === null ? {} : { display }),
    },
  ];
};

/** A CE or CWE as a concept: the code, the sender's own code, and the original text. Null if it is empty. */
export function codeableConceptOf(field: Repetition | undefined): JsonObject | null {
  if (field === undefined) return null;
  const codings = [...coding(field, 1), ...coding(field, 4)];
  const text = field.text(9);
  if (codings.length === 0 && text === null) return null;
  return { coding: codings, ...(text === null ? {} : { text }) };
}

/** A person of an XCN as their name is spoken; null if it is empty. */
export function personName(field: Repetition | undefined): string | null {
  if (field === undefined) return null;
  const parts = [field.text(6), field.text(3), field.text(2), field.text(5)].filter((part) => part !== null);
  return parts.length === 0 ? null : parts.join(' ');
}

/** An object without the elements that are null or undefined. */
export const withoutNulls = (given: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(given).filter(([, value]) => value !== null && value !== undefined));
