import { bodies } from './bodies.ts';
import { encodings } from './encodings.ts';
import { entities } from './entities.ts';
import { markup } from './markup.ts';
import type { Case } from './parts.ts';
import { sizes } from './sizes.ts';

/** All hostile documents, for tests of code that reads or shows documents. */
export const hostileDocuments: readonly Case[] = [...entities, ...sizes, ...encodings, ...markup, ...bodies];
