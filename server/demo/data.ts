import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { CalendarDate } from '@portal/api';
import * as v from 'valibot';

/** The folder next to this file, and next to the bundle in the build. */
const folder = fileURLToPath(new URL('data/', import.meta.url));

/** Folders in `facilities`. The first is the main facility. */
export const demoFacilities = ['northlight', 'harbour'] as const;

export const dataPath = (name: string): string => join(folder, name);

export const dataBytes = (name: string): Promise<Buffer> => readFile(dataPath(name));

const dayAfter = (day: CalendarDate, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);

/** A date in a form such as `MM/DD/YYYY`; `MMMM` is the name of the month. */
function written(day: string, form: string): string {
  const [year = '', month = '', date = ''] = day.split('-');
  const monthName = () => new Date(day).toLocaleDateString('en-US', { month: 'long', timeZone: 'UTC' });
  return form.replace('YYYY', year).replace('MMMM', monthName).replace('MM', month).replace('DD', date);
}

/** Replaces dates in a text: `{today}`, `{today-14}`, `{today+3}`, and in another form `{today-14 as MM/DD/YYYY}`. */
const withDays = (text: string, today: CalendarDate): string =>
  text.replace(/\{today([+-]\d+)?(?: as ([^}]+))?\}/g, (_, days: string | undefined, form: string | undefined) =>
    written(dayAfter(today, Number(days ?? 0)), form ?? 'YYYY-MM-DD'),
  );

/** A file's text with its dates replaced, and with the content of files that it names: `{base64 notes/drawing.png}`. */
export async function dataText(name: string, today: CalendarDate): Promise<string> {
  const text = withDays((await dataBytes(name)).toString('utf8'), today);
  const files = new Map<string, string>();
  for (const [, file = ''] of text.matchAll(/\{base64 ([^}]+)\}/g))
    files.set(file, (await dataBytes(`${dirname(name)}/${file}`)).toString('base64'));
  return text.replace(/\{base64 ([^}]+)\}/g, (_, file: string) => files.get(file) ?? '');
}

export const dataWithDays = async <Schema extends v.GenericSchema>(
  name: string,
  today: CalendarDate,
  schema: Schema,
): Promise<v.InferOutput<Schema>> => {
  const json: unknown = JSON.parse(await dataText(name, today));
  return v.parse(schema, json);
};

/** A file's JSON, unchanged. */
export async function dataJson(name: string): Promise<unknown> {
  const json: unknown = JSON.parse((await dataBytes(name)).toString('utf8'));
  return json;
}

/** A list whose dates are replaced later, because they are relative to today at different facilities. */
export const dataList = async <Schema extends v.GenericSchema>(
  name: string,
  schema: Schema,
): Promise<v.InferOutput<Schema>[]> => v.parse(v.array(schema), await dataJson(name));

/** A date in such a list: a function of today's date. */
export const RelativeDay = v.pipe(
  v.string(),
  v.transform((text) => (today: CalendarDate) => v.parse(CalendarDate, withDays(text, today))),
);

/** Optional fields of a list: a text, or something that is false by default. */
export const optionalText = v.optional(v.nullable(v.string()), null);
export const flag = v.optional(v.boolean(), false);

/** Finds a value by its name in the data; throws for an unknown name, which must be misspelt. */
export const byName =
  <Value>(what: string, values: ReadonlyMap<string, Value>) =>
  (name: string): Value => {
    const value = values.get(name);
    if (value === undefined) throw new Error(`The demo has no ${what} "${name}".`);
    return value;
  };
