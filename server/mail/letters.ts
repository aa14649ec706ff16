import type { LanguageCode } from '@portal/api';
import type { MailContent, SummaryLetter } from './messages.ts';
import { mailTexts } from './texts.ts';
import { fillText } from '../html/fillText.ts';

/** Puts text on one line without control characters, which could begin a header of their own, and shortens it to `longest` characters. */
export const oneLine = (text: string, longest: number): string =>
  text
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .trim()
    .slice(0, longest)
    .replace(/[\uD800-\uDBFF]$/, '');

/** A part of a mail with at most one action: the mail's own, or the confirmation link that a welcome mail also has. */
export interface Step {
  readonly sentences: readonly string[];
  readonly action: { readonly label: string; readonly link: string; readonly isQuiet?: true } | null;
}

/** The parts of a mail with a patient's words, or the notice in their place. Placeholders in what people wrote are not replaced. */
export function letterOf(content: MailContent, language: LanguageCode): readonly Step[] {
  if (content.kind === 'healthSummary') return [summaryLetter(content.values, language)];
  if (content.kind !== 'messageForCareTeam') return [];
  const texts = mailTexts[language].careTeam;
  const { message, promised } = content.values;
  const request = promised === null ? [] : [texts.request.replace('{date}', promised)];
  if (message === null) return [{ sentences: [texts.withheld, ...request], action: null }];
  const { patient, writer, subject, content: words } = message;
  const names = [
    texts.patient.replace('{patient}', () => oneLine(patient, 200)),
    ...(writer === null ? [] : [texts.writtenBy.replace('{writer}', () => oneLine(writer, 200))]),
    texts.subject.replace('{subject}', () => oneLine(subject, 200)),
  ];
  return [{ sentences: [names.join('\n'), words, ...request], action: null }];
}

function summaryLetter({ patient, writer, message }: SummaryLetter, language: LanguageCode): Step {
  const texts = mailTexts[language].summary;
  const names: Readonly<Record<string, string>> = {
    patient: oneLine(patient, 200),
    writer: oneLine(writer ?? '', 200),
  };
  const sentence = fillText(language, writer === null ? texts.fromPatient : texts.forPatient, names);
  return { sentences: [sentence, ...(message.trim() === '' ? [] : [texts.message, message])], action: null };
}
