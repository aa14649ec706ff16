import * as v from 'valibot';
import type { JsonObject } from '../../questionnaires/fhir/json.ts';
import { type Context, nameAt, organizationAt, providerAt, requesterAt } from '../fhir/directory.ts';
import {
  Attachment,
  codesOf,
  codingsOf,
  Concept,
  DateElement,
  joined,
  listOf,
  nameOf,
  nameOrCode,
  namesOf,
  Period,
  Reference,
  Text,
  wordsOf,
} from '../fhir/elements.ts';
import { documentOfSections, documentsOf } from './documents.ts';
import type { Made, NoteRow } from './mapped.ts';
import {
  laboratoryServices,
  linksOf,
  momentAt,
  notYet,
  resultKeyOf,
  specimenAndOrder,
  timeElements,
  timesOf,
} from './observed.ts';

export const DiagnosticReport = v.object({
  ...timeElements,
  ...specimenAndOrder,
  status: Text,
  meta: v.nullish(v.object({ profile: listOf(Text) })),
  category: listOf(Concept),
  code: Concept,
  performer: listOf(Reference),
  resultsInterpreter: listOf(Reference),
  result: listOf(Reference),
  conclusion: Text,
  conclusionCode: listOf(Concept),
  presentedForm: listOf(Attachment),
});

export const serviceOf = (
  moment: ReturnType<typeof momentAt>,
): Pick<NoteRow, 'serviceDate' | 'serviceAt' | 'servicePrecision'> => ({
  serviceDate: moment?.text ?? null,
  serviceAt: moment?.at ?? null,
  servicePrecision: moment?.precision ?? null,
});

/** Maps a DiagnosticReport: one of a laboratory or with members to a test result, any other to a note. */
export function mapReport(resource: JsonObject, one: v.InferOutput<typeof DiagnosticReport>, context: Context): Made {
  const categories = codesOf(one.category);
  const name = nameOf(one.code) ?? namesOf(one.category) ?? nameOrCode(one.code);
  if (name === null) return { leftOut: 'its code has no name' };
  const members = linksOf('member', one.result ?? [], context);
  const { documents, reason } = documentsOf(one.presentedForm ?? [], context);
  const conclusion = joined([one.conclusion, namesOf(one.conclusionCode)], '\n');
  const status = wordsOf(one.status);
  const isHidden = notYet.has(one.status ?? '');
  const moment = momentAt(one);
  const performers = [...(one.performer ?? []), ...(one.resultsInterpreter ?? [])];
  const isGenetic =
    categories.includes('GE') || (one.meta?.profile ?? []).some((each) => /genomics-report/.test(each ?? ''));
  const isLaboratory =
    categories.some((code) => laboratoryServices.has(code)) || (categories.length === 0 && members.length > 0);
  if (isLaboratory || isGenetic) {
    const provider = providerAt(context, performers);
    return {
      status,
      isHidden,
      content: {
        report: {
          resultKey: resultKeyOf(one, moment, context, `DiagnosticReport/${String(resource['id'])}`),
          categories,
          name,
          codings: codingsOf(one.code),
          ...timesOf(one),
          requester: requesterAt(context, one.basedOn ?? []),
          labName: organizationAt(context, one.performer ?? []),
          conclusion,
        },
        documents,
        links: members,
        ...(isGenetic && conclusion !== null
          ? {
              items: [
                {
                  groupKey: 'GeneticTest',
                  kind: 'own',
                  fields: { testOrdered: name, testDate: moment?.text ?? null, testSummary: conclusion, ...provider },
                  nullMessage: null,
                  itemAt: moment?.at ?? null,
                },
              ],
            }
          : {}),
      },
    };
  }
  const words = conclusion === null ? null : documentOfSections([{ title: null, html: paragraphs(conclusion) }]);
  const readable = documents.length > 0 ? documents : words === null ? [] : [words];
  if (readable.length === 0) return { leftOut: reason ?? 'there is nothing in it to read' };
  const provider = providerAt(context, [...(one.resultsInterpreter ?? []), ...(one.performer ?? [])]);
  return {
    status,
    isHidden,
    content: {
      note: {
        documentType: name,
        codings: codingsOf(one.code),
        ...serviceOf(moment),
        authoredBy: provider.providerName,
        institution: provider.institution,
        noteToPatient: documents.length > 0 ? conclusion : null,
      },
      documents: readable,
      links: members,
    },
  };
}

const paragraphs = (text: string): string =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .split(/\n+/)
    .map((line) => `<p>${line}</p>`)
    .join('');

interface Section {
  readonly title?: string | null | undefined;
  readonly text?: { readonly div?: string | null | undefined } | null | undefined;
  readonly section?: readonly Section[] | null | undefined;
}
const Section: v.GenericSchema<unknown, Section> = v.object({
  title: Text,
  text: v.nullish(v.object({ div: Text })),
  section: v.nullish(v.array(v.lazy(() => Section))),
});
export const Composition = v.object({
  status: Text,
  type: v.nullish(Concept),
  title: Text,
  date: DateElement,
  author: listOf(Reference),
  custodian: v.nullish(Reference),
  relatesTo: listOf(v.object({ code: Text, targetReference: v.nullish(Reference) })),
  event: listOf(v.object({ period: v.nullish(Period) })),
  text: v.nullish(v.object({ div: Text })),
  section: listOf(Section),
});
const sectionsOf = (sections: readonly Section[]): { title: string | null; html: string }[] =>
  sections.flatMap(({ title, text, section }) => {
    const inner = sectionsOf(section ?? []);
    const html = text?.div ?? '';
    return html === '' && inner.length === 0 ? [] : [{ title: wordsOf(title), html }, ...inner];
  });

/** Maps a Composition to a note with its sections' narratives. */
export function mapComposition(_: JsonObject, one: v.InferOutput<typeof Composition>, context: Context): Made {
  const sections = sectionsOf(one.section ?? []);
  const document = documentOfSections(sections.length > 0 ? sections : [{ title: null, html: one.text?.div ?? '' }]);
  if (document === null) return { leftOut: 'there is nothing in it to read' };
  return {
    status: wordsOf(one.status),
    isHidden: one.status === 'preliminary',
    content: {
      note: {
        documentType: nameOf(one.type) ?? wordsOf(one.title) ?? 'Document',
        codings: codingsOf(one.type),
        ...serviceOf(one.event?.[0]?.period?.start ?? one.date ?? null),
        authoredBy: joined((one.author ?? []).map((author) => nameAt(context, author))),
        institution: organizationAt(context, [one.custodian, ...(one.author ?? [])]),
        noteToPatient: null,
      },
      documents: [{ ...document, title: wordsOf(one.title) }],
      links: linksOf(
        'replaces',
        (one.relatesTo ?? []).flatMap(({ code, targetReference }) =>
          code === 'replaces' && targetReference ? [targetReference] : [],
        ),
        context,
      ),
    },
  };
}
