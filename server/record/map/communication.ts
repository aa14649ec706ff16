import { LanguageTag } from '@portal/api';
import * as v from 'valibot';
import type { JsonObject } from '../../questionnaires/fhir/json.ts';
import { identifierSystem } from '../../secureMessages/delivery/names.ts';
import { type Context, contextOf, nameAt } from '../fhir/directory.ts';
import { Attachment, DateElement, Identifier, listOf, Reference, Text, wordsOf } from '../fhir/elements.ts';
import type { Subject } from './mapped.ts';
import { isStorable } from '../../db/storable.ts';
import { idOf, subjectIn } from './resource.ts';

const Whom = v.object({ ...Reference.entries, type: Text });
const Resource = v.object({
  status: Text,
  language: Text,
  identifier: listOf(Identifier),
  basedOn: listOf(Reference),
  partOf: listOf(Reference),
  inResponseTo: listOf(Reference),
  subject: v.nullish(Reference),
  recipient: listOf(Whom),
  sender: v.nullish(Whom),
  sent: DateElement,
  payload: listOf(
    v.object({
      contentString: Text,
      contentAttachment: v.nullish(Attachment),
      contentReference: v.nullish(Reference),
    }),
  ),
});

/** A message from a provider to a patient. */
export interface Communication {
  readonly id: string;
  readonly subject: Subject;
  readonly sender: string;
  readonly content: string;
  readonly language: string | null;
  readonly sentAt: string | null;
  /** Names of our threads and messages that it belongs to. */
  readonly names: readonly string[];
  /** Ids of other Communications of the same source that it belongs to. */
  readonly answers: readonly string[];
  readonly files: readonly { readonly title: string | null; readonly data: string }[];
}

const longest = 20_000;
type Whom = v.InferOutput<typeof Whom>;
function isOf(types: RegExp, one: Whom | null | undefined, context: Context): boolean {
  const written = wordsOf(one?.reference);
  const type =
    written === null ? (one?.type ?? '') : (/(?:^|\/)([A-Z]\w+)[/?]/.exec(context.keyOf(written))?.[1] ?? '');
  return types.test(type);
}

/** Reads a Communication of a provider to a patient; a returned string says why it cannot be an answer here. */
export function readCommunication(
  resource: JsonObject,
  outside: Context,
): Communication | { readonly leftOut: string } {
  const id = idOf(resource);
  if (id === null) return { leftOut: 'it has no id' };
  const parsed = v.safeParse(Resource, resource);
  if (!parsed.success)
    return { leftOut: `its ${v.getDotPath(parsed.issues[0])?.split('.')[0] ?? 'content'} is not what FHIR says` };
  const one = parsed.output;
  if (one.status === 'entered-in-error') return { leftOut: 'it was entered in error' };
  if (one.status !== 'completed') return { leftOut: 'it was not sent' };
  const context = contextOf(resource, outside);
  if ((one.identifier ?? []).some(({ system }) => system === identifierSystem)) return { leftOut: 'it is from here' };
  if (!isOf(/^(Practitioner|PractitionerRole|Organization|CareTeam)$/, one.sender, context))
    return { leftOut: 'it is not from a provider' };
  const sender = nameAt(context, one.sender);
  if (sender === null) return { leftOut: 'nobody says who wrote it' };
  const recipients = one.recipient ?? [];
  const patient = recipients.find((each) => isOf(/^Patient$/, each, context));
  if (recipients.length > 0 && patient === undefined) return { leftOut: 'it is not to the patient' };
  const subject = subjectIn({ ...resource, subject: one.subject ?? patient }, outside);
  if (subject === null) return { leftOut: 'it names no patient' };
  const payload = one.payload ?? [];
  const texts = payload.flatMap(({ contentString }) => wordsOf(contentString) ?? []);
  const files = payload.flatMap(({ contentAttachment: file }) => (file ? [file] : []));
  const data = files.flatMap((file) => {
    const bytes = wordsOf(file.data);
    return bytes === null ? [] : [{ title: wordsOf(file.title), data: bytes }];
  });
  if (data.length < files.length || payload.some(({ contentReference }) => contentReference))
    return { leftOut: 'a part of it is not in the file' };
  const content = texts.join('\n\n');
  if (content === '' && data.length === 0) return { leftOut: 'it is empty' };
  if (content.length > longest) return { leftOut: 'it is too long' };
  const belongsTo = [...(one.inResponseTo ?? []), ...(one.partOf ?? []), ...(one.basedOn ?? [])];
  const language = v.safeParse(LanguageTag, one.language);
  const read: Communication = {
    id,
    subject,
    sender: sender.slice(0, 200),
    content,
    language: language.success ? language.output : null,
    sentAt: one.sent?.at ?? null,
    names: belongsTo.flatMap(({ identifier }) =>
      identifier?.system === identifierSystem ? (wordsOf(identifier.value) ?? []) : [],
    ),
    answers: belongsTo.flatMap(({ reference }) => {
      const written = wordsOf(reference);
      return written === null ? [] : (/^Communication\/(.+)$/.exec(context.keyOf(written))?.[1] ?? []);
    }),
    files: data,
  };
  return isStorable(JSON.stringify({ ...read, files: data.map(({ title }) => title) }))
    ? read
    : { leftOut: 'it has a character that cannot be stored' };
}
