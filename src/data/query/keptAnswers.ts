import { type CallShape, isAboutPatient } from '@portal/api';
import type { Query } from '@tanstack/react-query';
import { failureOf } from '../errors.ts';
import { type Asker, askerNow } from '../keptRecords/asker.ts';
import type { OfflineAnswer } from '../keptRecords/recordStore.ts';
import type { AnyInput } from '../wire.ts';

/** Answers about a patient that the device keeps; the portal's vault stands behind it, and a kiosk has none. */
interface KeptAnswers {
  /** Null where it is not kept or cannot be read now. Never rejects. */
  find(call: CallShape, input: AnyInput, asker: Asker): Promise<OfflineAnswer | null>;
  keep(call: CallShape, input: AnyInput, answer: unknown, asker: Asker): void;
  /** The server says that there is no such thing, or not for this person. */
  drop(call: CallShape, input: AnyInput, asker: Asker): void;
}

let keptAnswers: KeptAnswers | null = null;
/** Says where kept answers are; `startPortalData` does. */
export const setKeptAnswers = (next: KeptAnswers): void => {
  keptAnswers = next;
};

type FoundQuery = Query<unknown, Error> | undefined;
const isShown = (query: FoundQuery): boolean => query?.state.data !== undefined;

/**
 * Asks, and meanwhile lets the cache have the answer that the device keeps, with its age: a page shows it at once and is corrected. A
 * call without `offline: 'keep'`, or about nobody, is only asked.
 */
export async function askBesideKept(
  call: CallShape,
  input: AnyInput,
  find: () => FoundQuery,
  ask: () => Promise<unknown>,
): Promise<unknown> {
  const kept = call.offline === 'keep' && isAboutPatient(call) ? keptAnswers : null;
  if (kept === null) return ask();
  const asker = askerNow();
  const asked = ask();
  const query = find();
  const shown = isShown(query)
    ? null
    : kept.find(call, input, asker).then((found) => {
        // Taken out of the cache meanwhile, by a lock or another patient: a new query of the same name is another's.
        if (found === null || query === undefined || query !== find() || isShown(query)) return;
        query.setState({ data: found.answer, dataUpdatedAt: found.at, status: 'success', error: null });
      });
  try {
    const answer = await asked;
    kept.keep(call, input, answer, asker);
    return answer;
  } catch (error) {
    const failure = failureOf(error);
    if (failure?.kind === 'refused' && (failure.status === 404 || failure.status === 403))
      kept.drop(call, input, asker);
    // Without a connection the copy comes before the failure, so that no page says first that there is nothing.
    else await shown;
    throw error;
  }
}
