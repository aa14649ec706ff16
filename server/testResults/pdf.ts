import {
  CalendarDate,
  absentMeaning,
  isFreeText,
  type LabResultDetails,
  LanguageCode,
  type PatientId,
  type PrintSize,
  readRecordDate,
  recordDateText,
  timeValueText,
} from '@portal/api';
import * as v from 'valibot';
import { type Db, statement } from '../db/pool.ts';
import { locales } from '../process/locales.ts';
import { fillText, type SharedText, sharedTextIn } from '../html/fillText.ts';
import { createDocument } from '../pdf/document.ts';
import { facesOn } from '../pdf/faces.ts';
import { Sheets } from '../pdf/sheets.ts';
import { flagWords, pdfTexts } from './pdfTexts.ts';

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

function statusWords(t: SharedText, status: string | null, corrected: string | null): string {
  if (status === 'cancelled') return t('testResults.cancelled');
  if (status === 'preliminary' || status === 'partial') return t('testResults.preliminary');
  return corrected === null ? '' : t('testResults.correctedOn', { date: corrected });
}

function valueWords(t: SharedText, detail: Detail, timeText: (time: string) => string): string {
  if (detail.externalStatus === 'cancelled') return t('testResults.cancelled');
  if (detail.testValue === null) return t('testResults.notGiven');
  if (detail.valueKind === 'yesNo') return detail.testValue === 'true' ? t('testResults.yes') : t('testResults.no');
  return detail.valueKind === 'time' ? timeText(detail.testValue) : detail.testValue;
}

function absentWords(t: SharedText, { testValue, externalStatus, absentReason }: Detail): string | null {
  const meaning = testValue === null && externalStatus !== 'cancelled' ? absentMeaning(absentReason) : null;
  return meaning === null ? null : t(`testResults.notGiven_${meaning}`, { reason: absentReason ?? '' });
}

const firstGivenWords = (t: SharedText, { firstGiven }: Detail): string | null =>
  firstGiven === null || firstGiven === undefined ? null : t('testResults.correctedFrom', { value: firstGiven });

export interface PdfSettings {
  readonly language: LanguageCode;
  readonly printedAt: Date;
  readonly print: PrintSize;
}

/** All text of the pages, as lines of plain words. It is both drawn and used to decide which fonts are needed. */
export function pdfContent(head: Head, results: readonly LabResultDetails[], { language, printedAt }: PdfSettings) {
  const texts = pdfTexts[language];
  const t = sharedTextIn(language);
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
      fillText(language, texts.born, { date: dateText(head.dateOfBirth, 'day') }),
      head.mrn === null ? '' : fillText(language, texts.recordNumber, { number: head.mrn }),
      fillText(language, texts.printed, { when: dateText(printedAt.toISOString()) }),
    ]
      .filter((part) => part !== '')
      .join(' · '),
    results: results.map((one) => ({
      title: one.testResultGroups.map(({ groupDisplayName }) => groupDisplayName).join(', '),
      facts: [
        [t('testResults.collected'), one.startDate === null ? t('testResults.notKnown') : dateText(one.startDate)],
        [t('testResults.orderedBy'), one.requestingPhysician ?? t('testResults.notKnown')],
        [t('testResults.lab'), one.labName ?? t('testResults.notKnown')],
      ] as const,
      note: one.noteToPatient,
      groups: one.testResultGroups.map((group) => ({
        name: group.groupDisplayName,
        status: statusWords(
          t,
          group.externalStatus ?? null,
          group.correctedOn === null || group.correctedOn === undefined ? null : dateText(group.correctedOn, 'day'),
        ),
        isText: isFreeText(group.testResultDetails),
        rows: group.testResultDetails.map((detail) => ({
          test: detail.testDisplayName,
          value: valueWords(t, detail, (time) => timeValueText(locales[language], time, head.timeZone)),
          unit: detail.testValue === null ? '' : (detail.unitOfMeasure ?? ''),
          range: detail.referencesRange ?? '',
          flag: flagWords(t, detail.abnormalFlag),
          comment: [detail.comment, firstGivenWords(t, detail), absentWords(t, detail)]
            .filter((part) => part !== null)
            .join(' '),
        })),
      })),
    })),
  };
}
export type PdfContent = ReturnType<typeof pdfContent>;

const bodySize = 10;
/** In large print all text is near one size, so headings must stand out more. */
const headingSizes = { normal: { result: 14, group: 11.5 }, large: { result: 17, group: 14 } } as const;

/** Writes one test after the other: what is one long text, or too large for columns. */
function writeTests(
  sheets: Sheets,
  t: SharedText,
  rows: PdfContent['results'][number]['groups'][number]['rows'],
): void {
  for (const { test, value, unit, range, flag, comment } of rows) {
    sheets.keep(60);
    const name = [test, flag].filter((part) => part !== '').join(' · ');
    sheets.write('H4', name, { size: bodySize, isStrong: true, gap: 3 });
    const lines = [
      [value, unit].filter((part) => part !== '').join(' '),
      range === '' ? '' : `${t('testResults.range')}: ${range}`,
      comment,
    ];
    for (const line of lines) if (line !== '') sheets.write('P', line, { size: bodySize, gap: 3 });
    sheets.space(8);
  }
}

export async function drawPdf(content: PdfContent, { language, print }: PdfSettings): Promise<Uint8Array> {
  const t = sharedTextIn(language);
  const heads = (['test', 'result', 'units', 'range', 'flag', 'comment'] as const).map((key) =>
    t(`testResults.${key}`),
  );
  const remarks = t('testResults.remarks');
  const footText = pdfTexts[language].page;
  const document = await createDocument(content.title, language);
  const faces = await facesOn(document, JSON.stringify([content, heads, remarks, footText]));
  const foot = (page: number, pages: number) =>
    fillText(language, footText, { page: String(page), pages: String(pages) });
  const sheets = new Sheets(document, { faces, print, margin: 48, head: content.head, foot });
  const sizes = headingSizes[print];
  sheets.write('H1', content.title, { size: 20, isStrong: true, gap: 10 });
  for (const result of content.results) {
    sheets.keep(150);
    sheets.write('H2', result.title, { size: sizes.result, isStrong: true, gap: 4 });
    for (const [label, value] of result.facts) sheets.write('P', `${label}: ${value}`, { size: bodySize });
    sheets.space(6);
    if (result.note !== null) {
      sheets.write('H3', remarks, { size: bodySize, isStrong: true });
      sheets.write('P', result.note, { size: bodySize, gap: 6 });
    }
    for (const { name, status, isText, rows } of result.groups) {
      sheets.keep(90);
      const title = [name, status].filter((part) => part !== '').join(' · ');
      sheets.write('H3', title, { size: sizes.group, isStrong: true, gap: 4 });
      if (isText || print === 'large') {
        writeTests(sheets, t, rows);
        continue;
      }
      const table = sheets.table([2.2, 1.5, 1, 1.6, 1.2, 2], heads, 8.5);
      for (const { test, value, unit, range, flag, comment } of rows)
        sheets.row(table, [test, value, unit, range, flag, comment], 9.5);
      sheets.space(8);
    }
    sheets.space(14);
  }
  sheets.finish();
  return document.save();
}

/** Test results as pages to print or to take along, in the reader's language or else the facility's. */
export async function labPdf(
  db: Db,
  patientId: PatientId,
  results: readonly LabResultDetails[],
  language: LanguageCode | null,
  print: PrintSize,
): Promise<Uint8Array> {
  const head = await db.one(headOf, { patientId });
  const settings = { language: language ?? head.defaultLanguage, printedAt: new Date(), print };
  return drawPdf(pdfContent(head, results, settings), settings);
}
