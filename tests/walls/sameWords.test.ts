import { languageCodes } from '@portal/api';
import { expect, test } from 'vitest';
import { pdfTexts } from '../../server/testResults/pdfTexts.ts';
import { allTexts } from '../apps/allTexts.ts';

/** Texts that a page of test results and its PDF have in common. */
const shared = {
  collected: 'testResults.collected',
  orderedBy: 'testResults.orderedBy',
  lab: 'testResults.lab',
  remarks: 'testResults.remarks',
  test: 'testResults.test',
  result: 'testResults.result',
  units: 'testResults.units',
  range: 'testResults.range',
  flag: 'testResults.flag',
  comment: 'testResults.comment',
  notKnown: 'testResults.notKnown',
  notGiven: 'testResults.notGiven',
  cancelled: 'testResults.cancelled',
  yes: 'testResults.yes',
  no: 'testResults.no',
  criticalHigh: 'records.flag_criticalHigh',
  criticalLow: 'records.flag_criticalLow',
  critical: 'records.flag_critical',
  high: 'records.flag_high',
  low: 'records.flag_low',
  outside: 'records.flag_outside',
  asSent: 'records.flag_asSent',
  preliminary: 'testResults.preliminary',
  corrected: 'testResults.correctedOn',
} as const;

test.each(languageCodes)('a test result reads alike on the page and in its PDF: %s', (language) => {
  for (const [ofPdf, ofPage] of Object.entries(shared))
    expect(pdfTexts[language][ofPdf as keyof typeof shared], ofPage).toBe(allTexts.get(ofPage)?.[language]);
});
