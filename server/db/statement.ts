import * as v from 'valibot';

export type SqlValue =
  | string
  | number
  | boolean
  | bigint
  | Buffer
  | Date
  | null
  | readonly (string | number | boolean | null | Buffer)[];

type Lower =
  | ('a' | 'b' | 'c' | 'd' | 'e' | 'f' | 'g' | 'h' | 'i' | 'j' | 'k' | 'l' | 'm')
  | ('n' | 'o' | 'p' | 'q' | 'r' | 's' | 't' | 'u' | 'v' | 'w' | 'x' | 'y' | 'z');
type InName = Lower | Uppercase<Lower> | '0' | '1' | '2' | '3' | '4' | '5' | '6' | '7' | '8' | '9';
type NameAt<Text extends string, Name extends string = ''> = Text extends `${infer First}${infer Rest}`
  ? First extends InName
    ? NameAt<Rest, `${Name}${First}`>
    : Name
  : Name;
/** The names after `$` in a text. A part of type `string` yields none, so text that contains parameters must have a literal type. */
type ParameterIn<Text extends string, Found extends string = never> = Text extends `${string}$${infer Rest}`
  ? ParameterIn<Rest, Found | NameAt<Rest>>
  : Found;

/** One prepared SQL statement and the shape of its rows. Its name is its identity on a connection, so it must be unique. */
export interface Statement<Row, Parameter extends string = never> {
  readonly name: string;
  /** The text as declared, with named parameters. */
  readonly source: string;
  /** The text as PostgreSQL reads it: `$1` is the first of `parameters`. */
  readonly text: string;
  readonly parameters: readonly Parameter[];
  readonly row: v.GenericSchema<unknown, Row>;
}

/** The values of a statement's parameters by name; a statement without parameters takes none. */
export type Values<Parameter extends string> = [Parameter] extends [never]
  ? []
  : [values: { readonly [Name in Parameter]: SqlValue }];

const declared: Statement<unknown, string>[] = [];
/** Every statement that the modules loaded so far declare. */
export const declaredStatements = (): readonly Statement<unknown, string>[] => declared;

/**
 * Declares a statement whose rows are parsed by `row`; bigint columns arrive as numbers, dates as `YYYY-MM-DD`, instants as ISO 8601 UTC.
 * Parameters stand in the text by name (`where id = $patientId`) and are given by name, so that two cannot be mixed up by their place.
 */
export function statement<const Text extends string, Schema extends v.GenericSchema>(
  name: string,
  source: Text,
  row: Schema,
): Statement<v.InferOutput<Schema>, ParameterIn<Text>>;
/** Declares a statement whose rows are not read. */
export function statement<const Text extends string>(name: string, source: Text): Statement<unknown, ParameterIn<Text>>;
export function statement(
  name: string,
  source: string,
  row: v.GenericSchema = v.unknown(),
): Statement<unknown, string> {
  const parameters: string[] = [];
  const text = source.replace(/\$([a-z]\w*)/gi, (_found, parameter: string) => {
    if (!parameters.includes(parameter)) parameters.push(parameter);
    return `$${String(parameters.indexOf(parameter) + 1)}`;
  });
  const made = { name, source, text, parameters, row };
  declared.push(made);
  return made;
}
