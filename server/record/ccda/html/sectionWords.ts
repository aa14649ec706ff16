import { gunzipSync } from 'node:zlib';
import type { LanguageCode } from '@portal/api';
import * as v from 'valibot';
import { NarrativeNode } from '../tree.ts';
import { renderNodes } from './render.ts';

/** Of a tree only what is asked for is looked at: checking each node of a document of megabytes would take longer than all else. */
const Whole = v.object({ header: v.object({ language: v.nullable(v.string()) }), body: v.unknown() });
const Holder = v.object({ sections: v.array(v.unknown()) });
const Section = v.object({ text: v.nullable(v.array(NarrativeNode)) });

/** Where a section stands: its number among those of the document, then among those within it. */
export type SectionPlace = readonly number[];
/** The words of sections as allow-listed HTML; null for what is not there. */
export interface SectionWords {
  /** Of the document. */
  readonly language: string | null;
  readonly html: readonly (string | null)[];
}

/** The words of the section at a place; null where there is none. */
function wordsAt(holder: unknown, place: SectionPlace): readonly NarrativeNode[] | null {
  let at = holder;
  for (const position of place) {
    const found = v.safeParse(Holder, at);
    if (!found.success) return null;
    at = found.output.sections[position];
  }
  const section = v.safeParse(Section, at);
  return section.success ? section.output.text : null;
}

/** The words of some sections of a stored tree (`health_documents.tree`), with what is added to them in `language`. */
export function sectionWords(
  stored: Uint8Array,
  places: readonly SectionPlace[],
  language: LanguageCode,
): SectionWords {
  const tree = v.parse(Whole, JSON.parse(gunzipSync(stored).toString('utf8')));
  return {
    language: tree.header.language,
    html: places.map((place) => {
      const words = wordsAt(tree.body, place);
      return words === null ? null : renderNodes(words, language);
    }),
  };
}
