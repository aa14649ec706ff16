import { RawJson } from '../app/answerText.ts';
import { type Handlers, refusal } from '../app/handler.ts';
import { readHealthLists } from '../healthLists/readHealthLists.ts';
import { languageOf } from '../healthSummary/reader.ts';

/** The health summary as lists. */
export const healthListHandlers: Pick<Handlers, 'getHealthLists'> = {
  async getHealthLists({ db, actor, params }) {
    const language = await languageOf(db, actor.userId);
    const lists = await readHealthLists(db, { patientId: params.patientId, language });
    if (lists === 'busy') throw refusal('unavailable');
    return new RawJson(JSON.stringify(lists));
  },
};
