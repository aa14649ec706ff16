import { type Handlers, notFound } from '../http/handler.ts';
import { countFreshLetters, readLetters, wholeLetters } from './letters.ts';

/** The letters of a patient. */
export const letterHandlers: Pick<Handlers, 'listLetters' | 'countNewLetters' | 'getLetterFile'> = {
  listLetters: ({ db, params }) => readLetters(db, params.patientId),

  countNewLetters: ({ db, params }) => countFreshLetters(db, params.patientId),

  async getLetterFile({ db, params: { patientId, letterId } }) {
    const [letter] = await wholeLetters(db, patientId, [letterId]);
    if (letter === undefined) throw notFound();
    return {
      bytes: Buffer.from(letter.content),
      fileType: 'txt',
      fileName: `letter-${String(letterId)}`,
      goesTo: 'window',
    };
  },
};
