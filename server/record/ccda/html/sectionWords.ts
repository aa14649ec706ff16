import { gunzipSync } from 'node:zlib';
import type { LanguageCode } from '@portal/api';
import * as v from 'valibot';
import { NarrativeNode } from '../tree.ts';
import { renderNodes } from './render.ts';

/** Only the requested part is validated, because checking every node of a large document would take longer than everything else. */
const Whole = v.object({ header: v.object({ language: v.nullable(v.string()) }), body: v.unknown() });
const Holder = v.object({ sections: v.array(v.unknown()) });
const Section = v.object({ text: v.nullable(v.array(NarrativeNode)) });

/** The position of a section: its index in the document, then the indexes within its parent sections. */
export type SectionPlace = readonly number[];
/** The words of sections as allow-listed HTML; null for a section that does not exist. */
export interface SectionWords {
  /** The language of the document. */
  readonly language: string | null;
  readonly html: readonly (string | null)[];
}

/** The words of the section at a place; null if there is none. */
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

/** The words of some sections of a stored tree (`health_documents.tree`). Texts that we add are in `language`. */
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
