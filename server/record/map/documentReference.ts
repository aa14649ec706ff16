import * as v from 'valibot';
import type { JsonObject } from '../../questionnaires/fhir/json.ts';
import { attachedDocument } from '../documents/attached.ts';
import { attachedContent } from '../documents/documentRow.ts';
import { type Context, nameAt, organizationAt } from '../fhir/directory.ts';
import {
  Attachment,
  codingsOf,
  Concept,
  DateElement,
  joined,
  listOf,
  nameOf,
  namesOf,
  Period,
  Reference,
  Text,
  wordsOf,
} from '../fhir/elements.ts';
import { documentsOf } from './documents.ts';
import type { Content, DocumentRow, Made } from './mapped.ts';
import { linksOf } from './observed.ts';
import { directiveNote, isDirective } from './registration.ts';
import { serviceOf } from './reports.ts';

export const DocumentReference = v.object({
  status: Text,
  docStatus: Text,
  type: v.nullish(Concept),
  category: listOf(Concept),
  date: DateElement,
  author: listOf(Reference),
  authenticator: v.nullish(Reference),
  custodian: v.nullish(Reference),
  relatesTo: listOf(v.object({ code: Text, target: v.nullish(Reference) })),
  description: Text,
  content: listOf(v.object({ attachment: v.nullish(Attachment) })),
  context: v.nullish(v.object({ period: v.nullish(Period) })),
});

type DocumentReference = v.InferOutput<typeof DocumentReference>;

function noteOf(one: DocumentReference, documents: readonly DocumentRow[], context: Context): Content {
  const authors = (one.author ?? []).map((author) => nameAt(context, author));
  const directive = [one.type, ...(one.category ?? [])].find((concept) => isDirective([concept]));
  return {
    note: {
      documentType: nameOf(one.type) ?? namesOf(one.category) ?? documents[0]?.title ?? 'Document',
      codings: codingsOf(one.type),
      ...serviceOf(one.context?.period?.start ?? one.date ?? null),
      authoredBy: joined(authors) ?? nameAt(context, one.authenticator),
      institution: organizationAt(context, [one.custodian, ...(one.author ?? [])]),
      noteToPatient: wordsOf(one.description),
    },
    documents,
    ...(directive === undefined
      ? {}
      : {
          details: {
            advancedDirectiveNote: directiveNote(
              nameOf(one.type) ?? nameOf(directive),
              one.date?.text.slice(0, 10) ?? null,
            ),
          },
        }),
  };
}

/** Maps a DocumentReference: its clinical document goes to the health summary, other attachments become a note. */
export function mapDocument(_: JsonObject, one: DocumentReference, context: Context): Made {
  const attachments = (one.content ?? []).flatMap(({ attachment }) => attachment ?? []);
  const clinical = attachedDocument(attachments, context);
  const { documents, reason } = documentsOf(attachments, context);
  const isRead = clinical !== null && typeof clinical !== 'string';
  if (!isRead && documents.length === 0) return { leftOut: clinical ?? reason ?? 'there is nothing in it to read' };
  const summary: Content = isRead ? attachedContent(clinical.read, clinical.bytes) : {};
  const replaced = linksOf(
    'replaces',
    (one.relatesTo ?? []).flatMap(({ code, target }) => (code === 'replaces' && target ? [target] : [])),
    context,
  );
  return {
    status: wordsOf(one.docStatus) ?? wordsOf(one.status),
    isHidden: one.status === 'superseded' || one.docStatus === 'preliminary',
    content: {
      ...summary,
      ...(documents.length === 0 ? {} : noteOf(one, documents, context)),
      links: [...replaced, ...(summary.links ?? [])].map((link, position) => ({ ...link, position })),
    },
  };
}
