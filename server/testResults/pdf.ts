import {
  CalendarDate,
  absentMeaning,
  isFreeText,
  type LabResultDetails,
  LanguageCode,
  type PatientId,
  readRecordDate,
  recordDateText,
  timeValueText,
} from '@portal/api';
import { PDFDocument, PDFName, PDFString, StandardFonts } from 'pdf-lib';
import * as v from 'valibot';
import { type Db, statement } from '../db/pool.ts';
import { locales } from '../process/locales.ts';
import { type Face, facesOn } from '../pdf/faces.ts';
import { type Cell, Sheets, soft } from '../pdf/sheets.ts';
import { type PdfTexts, fill, flagWords, pdfTexts } from './pdfTexts.ts';

const headOf = statement(
  'labResults.pdfHead',
  `select p.first_name as "firstName", p.last_name as "lastName", p.date_of_birth as "dateOfBirth", p.mrn, f.name as "facilityName", f.time_zone as "timeZone",
     f.default_language as "defaultLanguage"
   from patients p join facilities f on f.id = p.home_facility_id where p.id = $patientId`,
  v.object({
    firstName: v.string(),
    lastName: v.string(),
    dateOfBirth: CalendarDate,
    mrn: v.nullable(v.string()),
    facilityName: v.string(),
    timeZone: v.string(),
    defaultLanguage: LanguageCode,
  }),
);
type Head = v.InferOutput<typeof headOf.row>;
type Detail = LabResultDetails['testResultGroups'][number]['testResultDetails'][number];

function statusWords(texts: PdfTexts, status: string | null, corrected: string | null): string {
  if (status === 'cancelled') return texts.cancelled;
  if (status === 'preliminary' || status === 'partial') return texts.preliminary;
  return corrected === null ? '' : fill(texts.corrected, { date: corrected });
}

function valueWords(texts: PdfTexts, detail: Detail, timeText: (time: string) => string): string {
  if (detail.externalStatus === 'cancelled') return texts.cancelled;
  if (detail.testValue === null) return texts.notGiven;
  if (detail.valueKind === 'yesNo') return detail.testValue === 'true' ? texts.yes : texts.no;
  return detail.valueKind === 'time' ? timeText(detail.testValue) : detail.testValue;
}

function absentWords(texts: PdfTexts, { testValue, externalStatus, absentReason }: Detail): string | null {
  const meaning = testValue === null && externalStatus !== 'cancelled' ? absentMeaning(absentReason) : null;
  return meaning === null ? null : fill(texts.absent[meaning], { reason: absentReason ?? '' });
}

const firstGivenWords = (texts: PdfTexts, { firstGiven }: Detail): string | null =>
  firstGiven === null || firstGiven === undefined ? null : fill(texts.correctedFrom, { value: firstGiven });

export interface PdfSettings {
  readonly language: LanguageCode;
  readonly printedAt: Date;
}

/** All text of the pages, as lines of plain words. It is both drawn and used to decide which fonts are needed. */
export function pdfContent(head: Head, results: readonly LabResultDetails[], { language, printedAt }: PdfSettings) {
  const texts = pdfTexts[language];
  const dateText = (text: string, style: 'whole' | 'day' = 'whole') => {
    const date = readRecordDate(text);
    return date === null ? text : recordDateText(locales[language], date, head.timeZone, style);
  };
  const name =
    language === 'zh' && /^\p{Script=Han}+$/u.test(head.firstName + head.lastName)
      ? head.lastName + head.firstName
      : `${head.firstName} ${head.lastName}`;
  return {
    title: texts.title,
    head: [
      head.facilityName,
      name,
      fill(texts.born, { date: dateText(head.dateOfBirth, 'day') }),
      head.mrn === null ? '' : fill(texts.recordNumber, { number: head.mrn }),
      fill(texts.printed, { when: dateText(printedAt.toISOString()) }),
    ]
      .filter((part) => part !== '')
      .join(' · '),
    results: results.map((one) => ({
      title: one.testResultGroups.map(({ groupDisplayName }) => groupDisplayName).join(', '),
      facts: [
        [texts.collected, one.startDate === null ? texts.notKnown : dateText(one.startDate)],
        [texts.orderedBy, one.requestingPhysician ?? texts.notKnown],
        [texts.lab, one.labName ?? texts.notKnown],
      ] as const,
      note: one.noteToPatient,
      groups: one.testResultGroups.map((group) => ({
        name: group.groupDisplayName,
        status: statusWords(
          texts,
          group.externalStatus ?? null,
          group.correctedOn === null || group.correctedOn === undefined ? null : dateText(group.correctedOn, 'day'),
        ),
        isText: isFreeText(group.testResultDetails),
        rows: group.testResultDetails.map((detail) => ({
          test: detail.testDisplayName,
          value: valueWords(texts, detail, (time) => timeValueText(locales[language], time, head.timeZone)),
          unit: detail.testValue === null ? '' : (detail.unitOfMeasure ?? ''),
          range: detail.referencesRange ?? '',
          flag: flagWords(texts, detail.abnormalFlag),
          comment: [detail.comment, firstGivenWords(texts, detail), absentWords(texts, detail)]
            .filter((part) => part !== null)
            .join(' '),
        })),
      })),
    })),
  };
}
export type PdfContent = ReturnType<typeof pdfContent>;

export async function drawPdf(content: PdfContent, language: LanguageCode): Promise<Uint8Array> {
  const texts = pdfTexts[language];
  const document = await PDFDocument.create();
  document.setTitle(content.title, { showInWindowTitleBar: true });
  document.setProducer('');
  document.setCreator('');
  document.catalog.set(PDFName.of('Lang'), PDFString.of(locales[language]));
  const regular = await document.embedFont(StandardFonts.Helvetica);
  const faceOf = await facesOn(document, regular, JSON.stringify([content, Object.values(texts)]));
  const plain = faceOf(regular);
  const strong = faceOf(await document.embedFont(StandardFonts.HelveticaBold));
  const sheets = new Sheets(document);
  sheets.write(content.title, { face: strong, size: 20, gap: 10 });
  const cells = (parts: readonly string[], face: Face): Cell[] =>
    [2.2, 1.5, 1, 1.6, 1.2, 2].map((share, at) => ({ share, text: parts[at] ?? '', face: at === 0 ? strong : face }));
  for (const result of content.results) {
    sheets.keep(150);
    sheets.write(result.title, { face: strong, size: 14, gap: 4 });
    for (const [label, value] of result.facts) sheets.write(`${label}: ${value}`, { face: plain, size: 10 });
    sheets.space(6);
    if (result.note !== null) {
      sheets.write(texts.remarks, { face: strong, size: 10 });
      sheets.write(result.note, { face: plain, size: 10, gap: 6 });
    }
    for (const group of result.groups) {
      sheets.keep(90);
      sheets.write([group.name, group.status].filter((part) => part !== '').join(' · '), {
        face: strong,
        size: 11.5,
        gap: 4,
      });
      const [only] = group.rows;
      if (group.isText && only !== undefined) {
        const { test, value, unit, range, flag, comment } = only;
        const line = (text: string, face: Face) =>
          text === '' ? undefined : sheets.write(text, { face, size: 10, gap: 3 });
        line([test, flag].filter((part) => part !== '').join(' · '), strong);
        line([value, unit].filter((part) => part !== '').join(' '), plain);
        line(range === '' ? '' : `${texts.range}: ${range}`, plain);
        line(comment, plain);
        sheets.space(8);
        continue;
      }
      sheets.row(
        cells([texts.test, texts.result, texts.units, texts.range, texts.flag, texts.comment], plain),
        8.5,
        soft,
      );
      for (const { test, value, unit, range, flag, comment } of group.rows)
        sheets.row(cells([test, value, unit, range, flag, comment], plain), 9.5);
      sheets.space(8);
    }
    sheets.space(14);
  }
  sheets.finish(plain, content.head, (page, pages) => fill(texts.page, { page: String(page), pages: String(pages) }));
  return document.save();
}

/** Test results as pages to print or to take along, in the reader's language or else the facility's. */
export async function labPdf(
  db: Db,
  patientId: PatientId,
  results: readonly LabResultDetails[],
  language: LanguageCode | null,
): Promise<Uint8Array> {
  const head = await db.one(headOf, { patientId });
  const settings = { language: language ?? head.defaultLanguage, printedAt: new Date() };
  return drawPdf(pdfContent(head, results, settings), settings.language);
}
