import { parseArgs } from 'node:util';
import { NotUnderstood } from './failure.ts';

/** Parses what was typed; throws `NotUnderstood`. `name` is the option with its dashes, for the message. */
export type OptionReader<T> = (text: string, name: string) => T;

export interface Parameter<T> {
  readonly kind: 'argument' | 'option' | 'flag';
  readonly placeholder: string;
  readonly help: string;
  readonly isRequired: boolean;
  readonly isRepeated: boolean;
  /** Completes the sentence "COMMAND needs …" when it is missing. */
  readonly needs: string | null;
  /** Parses all values that were typed for it, in order. Undefined: a required value is missing. */
  readonly read: (given: readonly string[], name: string) => T | undefined;
}

type Alternatives = Readonly<Record<string, Parameter<unknown>>>;

/** Parameters of which exactly one is given, or at most one if the choice is optional. */
export interface Choice<Of extends Alternatives, IsRequired extends boolean> {
  readonly kind: 'choice';
  readonly of: Of;
  readonly isRequired: IsRequired;
  readonly needs: string | null;
}

/** By the names of their values. An option is the name with dashes: `dryRun` is `--dry-run`. */
export type CommandParameters = Readonly<Record<string, Parameter<unknown> | Choice<Alternatives, boolean>>>;

type ValueOf<P> =
  P extends Choice<infer Of, infer IsRequired>
    ?
        | { [K in keyof Of]: { readonly by: K; readonly value: NonNullable<ValueOf<Of[K]>> } }[keyof Of]
        | (IsRequired extends true ? never : null)
    : P extends Parameter<infer T>
      ? T
      : never;
export type Values<P extends CommandParameters> = { readonly [K in keyof P]: ValueOf<P[K]> };

const asTyped: OptionReader<string> = (text) => text;
const shortText: OptionReader<string> = (text, name) => {
  if (text.length > 200) throw new NotUnderstood(`${name} is longer than 200 characters.`);
  return text;
};

const base = { kind: 'option', isRequired: false, isRepeated: false, needs: null } as const;

/** An option that may be left out; then it is null. */
export function option(placeholder: string, help: string): Parameter<string | null>;
export function option<T>(placeholder: string, help: string, read: OptionReader<T>): Parameter<T | null>;
export function option(placeholder: string, help: string, read: OptionReader<unknown> = asTyped): Parameter<unknown> {
  const readOne = ([text]: readonly string[], name: string) => (text === undefined ? null : read(text, name));
  return { ...base, placeholder, help, read: readOne };
}

/** A required option, trimmed, with at most 200 characters unless `read` decides otherwise. */
export function required(placeholder: string, help: string): Parameter<string>;
export function required<T>(
  placeholder: string,
  help: string,
  read: OptionReader<T | undefined>,
  needs?: string,
): Parameter<T>;
export function required(
  placeholder: string,
  help: string,
  read: OptionReader<unknown> = shortText,
  needs: string | null = null,
): Parameter<unknown> {
  const readOne = ([given = '']: readonly string[], name: string) => {
    const text = given.trim();
    return text === '' ? undefined : read(text, name);
  };
  return { ...base, isRequired: true, placeholder, help, needs, read: readOne };
}

export function repeated(placeholder: string, help: string): Parameter<readonly string[]>;
export function repeated<T>(placeholder: string, help: string, read: OptionReader<T>): Parameter<readonly T[]>;
export function repeated(
  placeholder: string,
  help: string,
  read: OptionReader<unknown> = asTyped,
): Parameter<readonly unknown[]> {
  return { ...base, isRepeated: true, placeholder, help, read: (given, name) => given.map((text) => read(text, name)) };
}

export const flag = (help: string): Parameter<boolean> => ({
  ...base,
  kind: 'flag',
  placeholder: '',
  help,
  read: (given) => given.length > 0,
});

/** The command's only positional argument. */
export function argument(placeholder: string, needs: string): Parameter<string>;
export function argument<T>(placeholder: string, needs: string, read: OptionReader<T | undefined>): Parameter<T>;
export function argument(
  placeholder: string,
  needs: string,
  read: OptionReader<unknown> = asTyped,
): Parameter<unknown> {
  const readOnly = ([text, ...more]: readonly string[], name: string) =>
    text === undefined || more.length > 0 ? undefined : read(text, name);
  return { ...base, kind: 'argument', isRequired: true, placeholder, help: '', needs, read: readOnly };
}

/** An optional positional argument; null if it is left out. */
export const optionalArgument = (placeholder: string, needs: string): Parameter<string | null> => ({
  ...base,
  kind: 'argument',
  placeholder,
  help: '',
  needs,
  read: ([text = null, ...more]) => (more.length > 0 ? undefined : text),
});

/** Positional arguments without repeats, at least one. */
export function argumentList(placeholder: string, needs: string): Parameter<readonly string[]>;
export function argumentList<T>(
  placeholder: string,
  needs: string,
  read: OptionReader<T | undefined>,
): Parameter<readonly T[]>;
export function argumentList(
  placeholder: string,
  needs: string,
  read: OptionReader<unknown> = asTyped,
): Parameter<readonly unknown[]> {
  const readAll = (given: readonly string[], name: string) => {
    const all = new Set(given.map((text) => read(text, name)));
    return all.size === 0 || all.has(undefined) ? undefined : [...all];
  };
  return {
    ...base,
    kind: 'argument',
    isRequired: true,
    placeholder: `${placeholder}…`,
    help: '',
    needs,
    read: readAll,
  };
}

/** One of several parameters: `by` is its name, `value` its value. */
export const choice = <const Of extends Alternatives>(of: Of, needs: string | null = null): Choice<Of, true> => ({
  kind: 'choice',
  of,
  isRequired: true,
  needs,
});

/** One of several parameters, or none: null. */
export const optionalChoice = <const Of extends Alternatives>(of: Of): Choice<Of, false> => ({
  kind: 'choice',
  of,
  isRequired: false,
  needs: null,
});

export const dashed = (name: string): string =>
  `--${name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;

/** All parameters of a command, including those within choices. */
export const singleParameters = (parameters: CommandParameters): readonly (readonly [string, Parameter<unknown>])[] =>
  Object.entries(parameters).flatMap(([name, one]): (readonly [string, Parameter<unknown>])[] =>
    one.kind === 'choice' ? Object.entries(one.of) : [[name, one]],
  );

/** Parses the arguments by the declaration. Throws `NotUnderstood`, or an error of `parseArgs`. */
export function valuesOf<P extends CommandParameters>(
  command: string,
  parameters: P,
  args: readonly string[],
): Values<P>;
export function valuesOf(
  command: string,
  parameters: CommandParameters,
  args: readonly string[],
): Readonly<Record<string, unknown>> {
  const all = singleParameters(parameters);
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: all.some(([, { kind }]) => kind === 'argument'),
    options: Object.fromEntries(
      all
        .filter(([, { kind }]) => kind !== 'argument')
        .map(([name, { kind }]): [string, { type: 'boolean' | 'string'; multiple: true }] => [
          dashed(name).slice(2),
          { type: kind === 'flag' ? 'boolean' : 'string', multiple: true },
        ]),
    ),
  });
  const given = (name: string, { kind }: Parameter<unknown>): readonly string[] =>
    kind === 'argument' ? positionals : [values[dashed(name).slice(2)] ?? []].flat().map(String);
  const read = (name: string, parameter: Parameter<unknown>): unknown => {
    const all = given(name, parameter);
    // Of two patients, neither may be meant.
    if (parameter.kind === 'option' && !parameter.isRepeated && all.length > 1)
      throw new NotUnderstood(`${dashed(name)} can be given only once.`);
    const value = parameter.read(all, dashed(name));
    if (value === undefined || (parameter.isRequired && Array.isArray(value) && value.length === 0))
      throw new NotUnderstood(`${command} needs ${parameter.needs ?? `${dashed(name)}.`}`);
    return value;
  };
  const choose = ({ of, isRequired, needs }: Choice<Alternatives, boolean>): unknown => {
    const chosen = Object.entries(of).filter(([name, parameter]) => given(name, parameter).length > 0);
    const [one] = chosen;
    if (chosen.length > 1 || (one === undefined && isRequired))
      throw new NotUnderstood(needs === null ? `Give one of ${listed(Object.keys(of))}.` : `${command} needs ${needs}`);
    return one === undefined ? null : { by: one[0], value: read(...one) };
  };
  return Object.fromEntries(
    Object.entries(parameters).map(([name, one]) => [name, one.kind === 'choice' ? choose(one) : read(name, one)]),
  );
}

const listed = (names: readonly string[]): string => {
  const written = names.map(dashed);
  return `${written.slice(0, -1).join(', ')} and ${written.at(-1) ?? ''}`;
};
