import {
  type Answer,
  isCalendarDate,
  LocalDateTime,
  momentSeparator,
  type QuestionnaireItemId,
  TimeOfDay,
} from '@portal/api';
import * as v from 'valibot';
import type { DateParts } from '../../../../../ui/dates.ts';
import type { TimeParts } from '../../../../../ui/TimeField.tsx';
import { dateEntries } from '../../typed.ts';

/** Converts between a time, or a moment, and its boxes; what is incomplete stays as text, as with dates. */

const noTime: TimeParts = { hour: '', minute: '', period: '' };
const separator = ':';
const isEmpty = ({ hour, minute, period }: TimeParts): boolean => hour === '' && minute === '' && period === '';
const asText = ({ hour, minute, period }: TimeParts): string => [hour, minute, period].join(separator);

/** `hh:mm`; null for what is no time, and where the reader counts to twelve and did not choose the half of the day. */
function timeOf({ hour, minute, period }: TimeParts, countsToTwelve: boolean): TimeOfDay | null {
  if (hour === '' || minute === '') return null;
  const [hours, minutes] = [Number(hour), Number(minute)];
  const isTwelve = hours >= 1 && hours <= 12;
  if (period === '' && isTwelve && countsToTwelve) return null;
  // 15 in the afternoon is 15; 15 in the morning is invalid.
  const clash = !isTwelve && period !== '' && (period === 'pm') === hours < 12;
  if (clash) return null;
  const ofDay = period !== '' && isTwelve ? (hours % 12) + (period === 'pm' ? 12 : 0) : hours;
  const parsed = v.safeParse(
    TimeOfDay,
    `${String(ofDay).padStart(2, '0')}${separator}${String(minutes).padStart(2, '0')}`,
  );
  return parsed.success ? parsed.output : null;
}

function boxesOfTime(time: string, countsToTwelve: boolean): TimeParts {
  const [hour = '', minute = ''] = time.split(separator);
  if (!countsToTwelve) return { hour, minute, period: '' };
  return { hour: String(Number(hour) % 12 || 12), minute, period: Number(hour) < 12 ? 'am' : 'pm' };
}

function boxesOfText(text: string): TimeParts {
  const [hour = '', minute = '', half = ''] = text.split(separator);
  return { hour, minute, period: half === 'am' || half === 'pm' ? half : '' };
}

export function timeEntries(id: QuestionnaireItemId, typed: TimeParts, countsToTwelve: boolean): Answer[] {
  if (isEmpty(typed)) return [];
  const timeAnswer = timeOf(typed, countsToTwelve);
  return [
    timeAnswer === null
      ? { questionnaireItemId: id, textAnswer: asText(typed) }
      : { questionnaireItemId: id, timeAnswer },
  ];
}

/** What the boxes show for the entries of a sheet. */
export function typedTime([entry]: readonly Answer[], countsToTwelve: boolean): TimeParts {
  if (entry?.timeAnswer !== undefined) return boxesOfTime(entry.timeAnswer, countsToTwelve);
  return entry?.textAnswer ? boxesOfText(entry.textAnswer) : noTime;
}

export interface MomentParts {
  readonly date: DateParts;
  readonly time: TimeParts;
}

export function momentEntries(id: QuestionnaireItemId, { date, time }: MomentParts, countsToTwelve: boolean): Answer[] {
  const [day] = dateEntries(id, date);
  if (day === undefined && isEmpty(time)) return [];
  const ofDay = timeOf(time, countsToTwelve);
  if (day?.dateAnswer === undefined || ofDay === null)
    return [
      {
        questionnaireItemId: id,
        textAnswer: `${day?.dateAnswer ?? day?.textAnswer ?? ''}${momentSeparator}${asText(time)}`,
      },
    ];
  return [
    { questionnaireItemId: id, dateTimeAnswer: v.parse(LocalDateTime, `${day.dateAnswer}${momentSeparator}${ofDay}`) },
  ];
}

const dateBoxes = (text: string): DateParts => {
  const [year = '', month = '', day = ''] = text.split('-');
  return isCalendarDate(text) ? { year, month: String(Number(month)), day: String(Number(day)) } : { year, month, day };
};

export function typedMoment([entry]: readonly Answer[], countsToTwelve: boolean): MomentParts {
  const [day = '', time = ''] = (entry?.dateTimeAnswer ?? entry?.textAnswer ?? '').split(momentSeparator);
  return {
    date: dateBoxes(day),
    time: entry?.dateTimeAnswer === undefined ? boxesOfText(time) : boxesOfTime(time, countsToTwelve),
  };
}
