import type { HealthEntryRow } from '../../record/map/mapped.ts';
import type { DocumentHeader, XmlElement } from '../tree.ts';

/** What a document tells for the lists of the health summary. */
export function entriesOf(_root: XmlElement, _header: DocumentHeader): HealthEntryRow[] {
  return [];
}
