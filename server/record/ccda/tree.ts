import * as v from 'valibot';

/**
 * An element of a parsed document as plain data: no entities, no instructions, no comments. Names are local; `namespace` is the URI. Text
 * is a string among the children, exactly as written.
 */
export interface XmlElement {
  readonly name: string;
  readonly namespace: string;
  /** By local name for attributes without a namespace, else by `{uri}name`. */
  readonly attributes: ReadonlyMap<string, string>;
  readonly children: readonly (XmlElement | string)[];
  /** Line and column, from 1, of its beginning, for messages. */
  readonly line: number;
  readonly column: number;
}
export const hl7Namespace = 'urn:hl7-org:v3';
export const sdtc = 'urn:hl7-org:sdtc';

/** Why a document is refused, and where. It never contains words of the document, because those are about a patient. */
export class DocumentRefused extends Error {
  readonly line: number | null;
  readonly column: number | null;
  constructor(reason: string, line: number | null = null, column: number | null = null) {
    super(line === null ? reason : `${reason} (line ${String(line)}, column ${String(column)})`);
    this.line = line;
    this.column = column;
  }
}

/** Refuses a document because of an element. */
export const refuse = (reason: string, { line, column }: XmlElement): never => {
  throw new DocumentRefused(reason, line, column);
};

/** Each is the HTML element with its name, except `footnote` (a footnote at its place) and `picture`. */
export const narrativeTags = [
  'p',
  'br',
  'div',
  'span',
  'sub',
  'sup',
  'ul',
  'ol',
  'li',
  'table',
  'caption',
  'colgroup',
  'col',
  'thead',
  'tbody',
  'tfoot',
  'tr',
  'th',
  'td',
  'a',
  'ins',
  'del',
  'footnote',
  'picture',
] as const;
export type NarrativeTag = (typeof narrativeTags)[number];

/** An element of narrative: a tag, allow-listed attributes (see `narrative/`) and children. Text is a string. */
export interface NarrativeElement {
  readonly t: NarrativeTag;
  readonly a?: Readonly<Record<string, string>> | undefined;
  readonly c?: readonly NarrativeNode[] | undefined;
}
export type NarrativeNode = string | NarrativeElement;
export const NarrativeNode: v.GenericSchema<NarrativeNode> = v.union([
  v.string(),
  v.object({
    t: v.picklist(narrativeTags),
    a: v.optional(v.record(v.string(), v.string())),
    c: v.optional(v.array(v.lazy(() => NarrativeNode))),
  }),
]);

/** A section with its narrative. `text` null: the section has no text element. */
export interface DocumentSection {
  /** The LOINC code of the section. */
  readonly code: string | null;
  /** Its title as written; null: it has none, and the page shows the name of its code. */
  readonly title: string | null;
  readonly text: readonly NarrativeNode[] | null;
  /** The number of coded entries in it, without those of its subsections. */
  readonly entries: number;
  readonly nullFlavor: string | null;
  readonly sections: readonly DocumentSection[];
}
export const DocumentSection: v.GenericSchema<DocumentSection> = v.object({
  code: v.nullable(v.string()),
  title: v.nullable(v.string()),
  text: v.nullable(v.array(NarrativeNode)),
  entries: v.number(),
  nullFlavor: v.nullable(v.string()),
  sections: v.array(v.lazy(() => DocumentSection)),
});

const Words = v.nullable(v.string());
/** A person or an organization in the header, with the parts that are given. */
export const Party = v.object({
  name: Words,
  organization: Words,
  role: Words,
  address: Words,
  telecoms: v.array(v.string()),
});
export type Party = v.InferOutput<typeof Party>;

export const DocumentHeader = v.object({
  /** Root and extension, `root^extension`. */
  id: v.string(),
  setKey: Words,
  versionNumber: v.nullable(v.number()),
  /** Ids of documents that this one replaces (relatedDocument RPLC). */
  replaces: v.array(v.string()),
  title: v.string(),
  typeCode: Words,
  typeName: Words,
  language: Words,
  /** In FHIR's format (`2012`, `2012-03-06T20:43:11+01:00`), as `record/fhir/dates.ts` reads them; converted from HL7 v3. */
  date: Words,
  periodStart: Words,
  periodEnd: Words,
  patient: v.object({
    ids: v.array(v.object({ root: v.string(), extension: Words })),
    name: Words,
    birthDate: Words,
    gender: Words,
    address: Words,
    telecoms: v.array(v.string()),
    language: Words,
  }),
  authors: v.array(Party),
  custodian: v.nullable(Party),
  careTeam: v.array(Party),
  /** Everybody else with their roles: informants, participants, authenticators, information recipients. */
  participants: v.array(Party),
  visit: v.nullable(v.object({ date: Words, end: Words, visitType: Words, provider: Words, place: Words })),
});
export type DocumentHeader = v.InferOutput<typeof DocumentHeader>;

export const DocumentBody = v.variant('kind', [
  v.object({ kind: v.literal('sections'), sections: v.array(DocumentSection) }),
  v.object({ kind: v.literal('text'), text: v.string() }),
  /** The bytes as base64. */
  v.object({
    kind: v.literal('picture'),
    mediaType: v.picklist(['image/png', 'image/jpeg', 'image/gif']),
    base64: v.string(),
  }),
  v.object({ kind: v.literal('pdf'), base64: v.string() }),
  /** The document is elsewhere or of a kind that is not shown. Nothing is fetched. */
  v.object({ kind: v.literal('elsewhere'), reference: Words, mediaType: Words }),
]);
export type DocumentBody = v.InferOutput<typeof DocumentBody>;

/** If the reader changes so that it gives another tree for the same document, increase `treeVersion`. */
export const DocumentTree = v.object({ header: DocumentHeader, body: DocumentBody });
export type DocumentTree = v.InferOutput<typeof DocumentTree>;
export const treeVersion = 1;
