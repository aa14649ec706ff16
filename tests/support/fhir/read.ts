import { readFileSync } from 'node:fs';

/** The project's own instruments, written for the tests of import and export. */
export type Instrument = 'garden-check' | 'not-for-us';

export const instrumentFile = (name: Instrument): URL => new URL(`./${name}.json`, import.meta.url);

/** The JSON of an instrument's file. */
export const instrument = (name: Instrument): unknown => JSON.parse(readFileSync(instrumentFile(name), 'utf8'));
