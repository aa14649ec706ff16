import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { FacilityId, PatientId } from '@portal/api';
import * as v from 'valibot';
import { documentResources } from '../../server/hl7/become/documents.ts';
import { detailsOf, patientOf, personFacts } from '../../server/hl7/become/person.ts';
import { resultResources } from '../../server/hl7/become/results.ts';
import { type PatientMessage, patientReference, readInbound } from '../../server/hl7/become/inboundMessage.ts';
import { visitOf } from '../../server/hl7/become/visits.ts';
import { CharsetRefused, decodeMessage } from '../../server/hl7/message/charset.ts';
import { type Message, NotHl7, parseMessage } from '../../server/hl7/message/er7.ts';
import { makesPatient, refusalOf } from '../../server/hl7/message/header.ts';
import { authoritiesOf, recordNumberOf } from '../../server/hl7/recordNumber.ts';
import { MessageWaits } from '../../server/hl7/waits.ts';
import { isMerging } from '../../server/hl7/become/merges.ts';
import { mapResource } from '../../server/record/map/resource.ts';
import type { JsonObject } from '../../server/questionnaires/fhir/json.ts';

/** What becomes of a message. `refused`: it is not acknowledged with AA. `waits`: it would wait for the engineer. */
export type Verdict =
  | { readonly kind: 'read'; readonly type: string }
  | { readonly kind: 'refused' | 'waits'; readonly type: string; readonly reason: string };

/** The messages in a file: one or several, with or without the marks of MLLP and the envelope of a batch (FHS, BHS, BTS, FTS). */
export function messagesIn(bytes: Buffer): Buffer[] {
  const text = bytes
    .toString('latin1')
    .replace(/^\u00ef\u00bb\u00bf/, '')
    .replaceAll('\u000b', '\n')
    .replaceAll('\u001c', '');
  const starts = [...text.matchAll(/(?:^|[\r\n])\s*(?=MSH[^\w\s])/g)].map(({ index, 0: { length } }) => index + length);
  return starts.map((start, at) => {
    const written = text.slice(start, starts[at + 1]).replace(/(?:^|[\r\n])(?:FHS|BHS|BTS|FTS)[^\r\n]*/g, '');
    return Buffer.from(written.trimEnd(), 'latin1');
  });
}

const typeOf = ({ header }: Message): string =>
  [header.text(9), header.text(9, 2)].filter((part) => part !== null).join('^');

/** The record numbers of an interface are those of type MR, or of the authority that the engineer names: here the first of PID-3. */
function recordNumbersOf({ segments }: Message): string | null {
  const pid = segments.find(({ name }) => name === 'PID');
  if (pid === undefined || recordNumberOf(pid, null) !== null) return null;
  return authoritiesOf(pid.first(3))[0] ?? null;
}

function resourcesOf(known: PatientMessage): JsonObject[] {
  const { type, pid } = known;
  if (type.startsWith('ORU')) return resultResources(known);
  if (type.startsWith('MDM')) return documentResources(known);
  if (type.startsWith('SIU')) {
    if (visitOf(known).visit.at === undefined)
      throw new MessageWaits('it has no time, and waits where the visit is not known');
    return [];
  }
  if (type === 'ADT^A37' && known.otherNumber === null)
    throw new MessageWaits('it does not name two record numbers of the facility');
  if (isMerging(type) && type !== 'ADT^A49' && known.otherNumber === null)
    throw new MessageWaits('MRG-1 has no record number of the facility, or more than one');
  const said = personFacts(pid, {});
  const { firstName, lastName, dateOfBirth } = detailsOf(said);
  if (makesPatient(type) && (firstName === null || lastName === null || dateOfBirth === null))
    throw new MessageWaits('PID-5 or PID-7 is missing for a new patient');
  return [patientOf(said, 'p1', known.version)];
}

/** What becomes of a message by itself, as an interface reads it that is set for its sender. */
export function verdictOn(bytes: Buffer): Verdict {
  let type = '?';
  try {
    const message = parseMessage(decodeMessage(bytes, null));
    type = typeOf(message);
    const refusal = refusalOf(message, message.header.text(11) ?? 'P');
    if (refusal !== null)
      return {
        kind: 'refused',
        type,
        reason: `${refusal.code} ${String(refusal.error)}${refusal.field === null ? '' : ` MSH-${String(refusal.field)}`}: ${refusal.text}`,
      };
    const told = readInbound(message, {
      id: 1,
      createdAt: '2026-01-01T00:00:00.000Z',
      name: 'Samples',
      interfaceId: 1,
      facilityId: v.parse(FacilityId, 1),
      zone: 'America/New_York',
      recordNumbers: recordNumbersOf(message),
    });
    const patientId = v.parse(PatientId, 1);
    const context = { keyOf: (reference: string) => reference, entry: () => null };
    for (const resource of resourcesOf({ ...told, patientId })) {
      if (resource['resourceType'] === 'ServiceRequest') continue;
      const mapped = mapResource(resource, context);
      if (mapped.kind === 'leftOut') throw new MessageWaits(`${mapped.type}: ${mapped.reason}`);
      if (mapped.subject?.kind !== 'key' || mapped.subject.key !== patientReference(patientId))
        throw new Error('another patient');
    }
    return { kind: 'read', type };
  } catch (error) {
    if (error instanceof NotHl7) return { kind: 'refused', type, reason: `AE 100: ${error.message}` };
    if (error instanceof CharsetRefused) return { kind: 'refused', type, reason: `AR 103 MSH-18: ${error.message}` };
    if (error instanceof MessageWaits) return { kind: 'waits', type, reason: error.message };
    throw error;
  }
}

const kindOf = (reason: string): string =>
  reason.replace(/\d+ segments|line \d+/g, (found) => found.replace(/\d+/, 'N'));

/** Reads every message in a folder and reports what becomes of each. Returns 1 if one can neither be read nor refused. */
export function checkMessages(
  folder: string,
  { isLong }: { readonly isLong: boolean },
  say: (line: string) => void,
): number {
  const rows = new Map<string, { read: number; refused: number; waits: number }>();
  const reasons = new Map<string, number>();
  let faults = 0;
  for (const name of readdirSync(folder, { recursive: true }).map(String).sort()) {
    const file = join(folder, name);
    if (!statSync(file).isFile()) continue;
    const [collection = ''] = relative(folder, file).split(sep);
    for (const [at, bytes] of messagesIn(readFileSync(file)).entries()) {
      const row = rows.get(collection) ?? { read: 0, refused: 0, waits: 0 };
      rows.set(collection, row);
      try {
        const verdict = verdictOn(bytes);
        row[verdict.kind] += 1;
        if (verdict.kind === 'read') continue;
        const reason = `${verdict.kind} | ${kindOf(verdict.reason)}`;
        reasons.set(reason, (reasons.get(reason) ?? 0) + 1);
        if (isLong) say(`${name} ${String(at + 1)}: ${verdict.type} ${verdict.kind}, ${verdict.reason}`);
      } catch (error) {
        faults += 1;
        say(`${name} ${String(at + 1)}: ${error instanceof Error ? String(error.stack) : 'a fault'}`);
      }
    }
  }
  say('| collection | messages | read | refused | wait |\n|---|---|---|---|---|');
  for (const [collection, { read, refused, waits }] of rows)
    say(`| ${collection} | ${[read + refused + waits, read, refused, waits].join(' | ')} |`);
  say('\n| becomes | because | messages |\n|---|---|---|');
  for (const [reason, count] of [...reasons].sort(([, a], [, b]) => b - a)) say(`| ${reason} | ${String(count)} |`);
  say(`\n${String(faults)} faults.`);
  return faults === 0 ? 0 : 1;
}
