import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { CalendarDate } from '@portal/api';
import * as v from 'valibot';

/** Beside this file, and beside the bundle that it is built into. */
const folder = fileURLToPath(new URL('data/', import.meta.url));

/** The folders in `facilities`; the first is the main one. */
export const demoFacilities = ['northlight', 'harbour'] as const;

/** Where a file or folder of the demo's data is. */
export const dataPath = (name: string): string => join(folder, name);

/** A file as it is. */
export const dataBytes = (name: string): Promise<Buffer> => readFile(dataPath(name));

/** The day that is so many days after another. */
const dayAfter = (day: CalendarDate, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);

/** `MM/DD/YYYY` as that day is written so; `MMMM` is the month's name. */
function written(day: string, form: string): string {
  const [year = '', month = '', date = ''] = day.split('-');
  const monthName = () => new Date(day).toLocaleDateString('en-US', { month: 'long', timeZone: 'UTC' });
  return form.replace('YYYY', year).replace('MMMM', monthName).replace('MM', month).replace('DD', date);
}

/**
 * A text with its days: `{today}`, `{today-14}` and `{today+3}` are days after that one, `{today-14 as MM/DD/YYYY}` is one in another form.
 */
const withDays = (text: string, today: CalendarDate): string =>
  text.replace(/\{today([+-]\d+)?(?: as ([^}]+))?\}/g, (_, days: string | undefined, form: string | undefined) =>
    written(dayAfter(today, Number(days ?? 0)), form ?? 'YYYY-MM-DD'),
  );

/** A file's text with its days, and with the files beside it that it names: `{base64 notes/drawing.png}`. */
export async function dataText(name: string, today: CalendarDate): Promise<string> {
  const text = withDays((await dataBytes(name)).toString('utf8'), today);
  const files = new Map<string, string>();
  for (const [, file = ''] of text.matchAll(/\{base64 ([^}]+)\}/g))
    files.set(file, (await dataBytes(`${dirname(name)}/${file}`)).toString('base64'));
  return text.replace(/\{base64 ([^}]+)\}/g, (_, file: string) => files.get(file) ?? '');
}

/** The JSON of such a text. */
export const dataWithDays = async <Schema extends v.GenericSchema>(
  name: string,
  today: CalendarDate,
  schema: Schema,
): Promise<v.InferOutput<Schema>> => {
  const json: unknown = JSON.parse(await dataText(name, today));
  return v.parse(schema, json);
};

/** A file's JSON as it stands there. */
export async function dataJson(name: string): Promise<unknown> {
  const json: unknown = JSON.parse((await dataBytes(name)).toString('utf8'));
  return json;
}

/** A list whose days are read one by one, since they are those of different facilities. */
export const dataList = async <Schema extends v.GenericSchema>(
  name: string,
  schema: Schema,
): Promise<v.InferOutput<Schema>[]> => v.parse(v.array(schema), await dataJson(name));

/** A day of such a list: that day, seen from today. */
export const RelativeDay = v.pipe(
  v.string(),
  v.transform((text) => (today: CalendarDate) => v.parse(CalendarDate, withDays(text, today))),
);

/** What a list may leave out: a text, or something that is not so. */
export const optionalText = v.optional(v.nullable(v.string()), null);
export const flag = v.optional(v.boolean(), false);

/** What a name of the data stands for; one that stands for nothing is misspelt. */
export const byName =
  <Value>(what: string, values: ReadonlyMap<string, Value>) =>
  (name: string): Value => {
    const value = values.get(name);
    if (value === undefined) throw new Error(`The demo has no ${what} "${name}".`);
    return value;
  };
