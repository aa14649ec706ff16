import type { SummaryContent } from './content.ts';
import { stableId } from './datatypes.ts';
import { headerOf } from './header.ts';
import { sectionsOf } from './sections.ts';
import { bare, documentXml } from './xml.ts';

/** The same content has the same id; the moment of making is no part of it. */
const contentId = ({ scope, ...content }: SummaryContent): string =>
  stableId(JSON.stringify({ ...content, scope: { ...scope, now: null } }));

/** A C-CDA R2.1 Continuity of Care Document of this content. */
export const summaryXml = (content: SummaryContent): string =>
  documentXml([
    headerOf(content, contentId(content)),
    bare(
      'component',
      bare(
        'structuredBody',
        sectionsOf(content).map((section) => bare('component', section)),
      ),
    ),
  ]);
