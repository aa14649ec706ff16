import type { CcdaId, LanguageCode, PatientId } from '@portal/api';
import { sectionWordsStored } from '../../record/ccda/html/inWorker.ts';
import type { SectionPlace, SectionWords } from '../../record/ccda/html/sectionWords.ts';
import type { Db } from '../../db/pool.ts';
import { storedTree } from '../storedTree.ts';

/** The words of sections of a document as allow-listed HTML; null for what is not there. `busy`: too many are being read just now. */
export async function narrativesOf(
  db: Db,
  {
    patientId,
    ccdaId,
    language,
  }: { readonly patientId: PatientId; readonly ccdaId: CcdaId; readonly language: LanguageCode },
  places: readonly SectionPlace[],
): Promise<SectionWords | 'busy'> {
  const stored = await storedTree(db, ccdaId, patientId);
  if (stored === null) return { language: null, html: places.map(() => null) };
  const words = await sectionWordsStored(stored, places, language);
  if (words === null) throw new Error('the words of a health summary are not read within their bounds');
  return words;
}
