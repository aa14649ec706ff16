import { createGlobalThemeContract, type createGlobalVar } from '@vanilla-extract/css';
import { type TokenName, tokensBesideTheme, colours, facilityTheme, measures } from './tokens.ts';

type Camel<Words extends string> = Words extends `${infer Word}-${infer Rest}`
  ? `${Word}${Capitalize<Camel<Rest>>}`
  : Words;

/** Maps token names: `--space-5` becomes `space5`. */
type Contract = {
  readonly [Name in TokenName as Name extends `--${infer Words}` ? Camel<Words> : never]: ReturnType<
    typeof createGlobalVar
  >;
};

const camel = (name: string) => name.slice(2).replace(/-(.)/g, (_, first: string) => first.toUpperCase());

const names = [...Object.keys({ ...facilityTheme, ...colours, ...measures }), ...tokensBesideTheme];

// The compiler cannot follow names through `Object.fromEntries`; the test beside this file tries each kind of name.
/** Every token for style sheets: `token.space5` reads `--space-5`. A name that is not declared does not compile. */
export const token = createGlobalThemeContract(
  Object.fromEntries(names.map((name) => [camel(name), name])),
) as Contract;
