import {
  type ActivityLine,
  type LanguageCode,
  type SharedTextKey,
  actText,
  acts,
  namesAddressee,
  recordDateText,
  sharedTexts,
} from '@portal/api';
import partNames from 'virtual:part-names';
import { locales } from '../../process/locales.ts';
import { fillText } from '../../html/fillText.ts';

/** How a report writes a moment: in en-US as the facility date format has it, MM/DD/YYYY h:mm A. */
const dateOrders: Readonly<Record<LanguageCode, (part: (name: string) => string) => string>> = {
  en: (part) =>
    `${part('month')}/${part('day')}/${part('year')} ${part('hour')}:${part('minute')} ${part('dayPeriod')}`,
  es: (part) => `${part('day')}/${part('month')}/${part('year')} ${part('hour')}:${part('minute')}`,
  fr: (part) => `${part('year')}-${part('month')}-${part('day')} ${part('hour')}:${part('minute')}`,
  pt: (part) => `${part('day')}/${part('month')}/${part('year')} ${part('hour')}:${part('minute')}`,
  zh: (part) => `${part('year')}/${part('month')}/${part('day')} ${part('hour')}:${part('minute')}`,
};

export function momentWriter(language: LanguageCode, timeZone: string): (at: string) => string {
  const isEnglish = language === 'en';
  const format = new Intl.DateTimeFormat('en-US', {
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: isEnglish ? 'numeric' : '2-digit',
    minute: '2-digit',
    hourCycle: isEnglish ? 'h12' : 'h23',
    timeZone,
  });
  return (at) => {
    const parts = format.formatToParts(new Date(at));
    return dateOrders[language]((name) => parts.find(({ type }) => type === name)?.value ?? '');
  };
}

/** How a formula begins, with full-width signs too. Table programs look past blanks before it, and an apostrophe alone may be taken off. */
const formula = /^['\s]*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]|^'*[\t\r\n]/;
/** A cell as every table program reads it; a text that one would take for a formula is made plain by an apostrophe. */
export function csvCell(text: string): string {
  const plain = formula.test(text) ? `'${text}` : text;
  return /[",\r\n;]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain;
}

const words = (language: LanguageCode, key: SharedTextKey, values: Readonly<Record<string, string>> = {}): string =>
  fillText(language, sharedTexts[language][key], values);

function whoOf(language: LanguageCode, { act, who, name }: ActivityLine, patient: string | null): string {
  switch (who) {
    case 'you':
      // Nobody signs in for somebody else.
      return patient === null || acts[act] === 'signIn'
        ? words(language, 'personalData.you')
        : words(language, 'personalData.youFor', { name: patient });
    case 'representative':
      return words(language, act === 'refused' ? 'personalData.noRight' : 'personalData.onYourBehalf', {
        name: name ?? '',
      });
    case 'staff':
      return name === null
        ? words(language, 'personalData.staffUnnamed')
        : words(language, 'personalData.staff', { name });
    case 'nobody':
      return words(language, 'personalData.nobody');
  }
}

/** The activity report in a language: what, when, who, with which kind of device. `patient`: for whom the reader acted. */
export function activityCsv(
  lines: readonly ActivityLine[],
  language: LanguageCode,
  timeZone: string,
  patient: string | null,
): string {
  const written = momentWriter(language, timeZone);
  const list = new Intl.ListFormat(locales[language], { type: 'conjunction' });
  const rows = lines.map((line) => {
    const parts = list.format(line.parts.map((part) => partNames[language][part]));
    const act = words(language, actText(line.act, parts !== ''), {
      parts,
      to: line.title ?? '',
      count: String(line.count ?? 0),
    });
    const opened = line.opened.map(({ name, date }) =>
      date === null
        ? words(language, 'personalData.openedNamed', { name })
        : words(language, 'personalData.openedOn', {
            name,
            date: recordDateText(locales[language], date, timeZone, 'day'),
          }),
    );
    const looked =
      opened.length === 0 ? act : words(language, 'personalData.withOpened', { act, opened: list.format(opened) });
    const device = words(language, `records.device_${line.device.kind}`);
    const { browser } = line.device;
    return [
      line.title === null || namesAddressee(line.act) ? looked : `${looked} (${line.title})`,
      written(line.at),
      whoOf(language, line, patient),
      browser === null ? device : words(language, 'records.deviceWith', { device, browser }),
    ];
  });
  const head = (['csvWhat', 'csvWhen', 'csvWho', 'csvDevice'] as const).map((name) =>
    words(language, `personalData.${name}`),
  );
  // The mark at the beginning is how table programs know UTF-8.
  return `\uFEFF${[head, ...rows].map((cells) => cells.map(csvCell).join(',')).join('\r\n')}\r\n`;
}
