import { RawJson } from '../../http/answerText.ts';
import { type Handlers, refusal } from '../../http/handler.ts';
import { readHealthLists } from './readHealthLists.ts';
import { languageOf } from '../reader.ts';

export const healthListHandlers = {
  async getHealthLists({ db, actor, params }) {
    const language = await languageOf(db, actor.userId);
    const lists = await readHealthLists(db, { patientId: params.patientId, language });
    if (lists === 'busy') throw refusal('unavailable');
    return new RawJson(JSON.stringify(lists));
  },
} satisfies Partial<Handlers>;
