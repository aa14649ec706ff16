import type { AnswerOf, CallShape } from '@portal/api';
import type { MessageKey } from '../../words/index.ts';
import { toBase64Url } from '../randomId.ts';
import { bytesOf } from '../vault/crypto.ts';
import type { AnyInput, InputOf } from '../wire.ts';
import type { AheadCopies, PlacedRecord } from './aheadCopies.ts';
import type { AheadCount } from './aheadCount.ts';
import type { AheadEnvironment, AheadOptions } from './aheadEnvironment.ts';
import type { AheadRequests } from './aheadRequests.ts';
import type { Keeps, WantedRecord } from './keeps.ts';

/** A short name for what a list says of a record. */
async function versionOf(row: unknown): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', bytesOf(JSON.stringify(row)));
  return toBase64Url(new Uint8Array(digest).subarray(0, 9));
}

/** Gives wanted records their places; leaves out what may not be kept. */
export async function* placedRecords(
  { placeOf }: AheadEnvironment,
  records: Iterable<WantedRecord> | AsyncIterable<WantedRecord>,
  of: MessageKey,
): AsyncGenerator<PlacedRecord> {
  for await (const one of records) {
    // Whoever is not asked for the password by a press must not be asked for it by this.
    if (one.call.offline !== 'keep' || one.call.needsProof === true) continue;
    const version = one.row === undefined ? undefined : await versionOf(one.row);
    yield { ...one, ...placeOf(one.call, one.input), version, of };
  }
}

/** Reads the lists of modules, each once, for the records that they want. */
export function createAheadLists(
  environment: AheadEnvironment,
  { of, signal }: AheadOptions,
  copies: AheadCopies,
  count: AheadCount,
  requests: AheadRequests,
) {
  const { placeOf } = environment;
  const answers = new Map<string, Promise<unknown>>();
  /** True in a module of which a list did not come. */
  let isPartial = false;

  async function askOnce(title: MessageKey, call: CallShape, input: AnyInput): Promise<unknown> {
    const { place, patientId } = placeOf(call, input);
    const stored = copies.isListFresh(place) ? await copies.answer(call, place) : null;
    if (stored) return stored.answer;
    count.begin(title);
    const fetched = await requests.fetch(() => environment.ask(call, input, signal));
    count.end(title, fetched.kind !== 'failed');
    if (fetched.kind === 'there') {
      const answer = fetched.value;
      await copies.keep({
        kind: 'answer',
        place,
        patientId,
        call: call.name,
        at: environment.now(),
        day: null,
        answer,
      });
      return answer;
    }
    if (fetched.kind === 'gone') await copies.forget(new Set([place]));
    else isPartial = true;
    return null;
  }

  const askerOf = (title: MessageKey) => {
    function ask<C extends CallShape>(call: C, input: InputOf<C>): Promise<AnswerOf<C> | null>;
    function ask(call: CallShape, input: AnyInput): Promise<unknown> {
      const { place } = placeOf(call, input);
      const standing = answers.get(place) ?? askOnce(title, call, input);
      answers.set(place, standing);
      return standing;
    }
    return ask;
  };

  return {
    /** What a module wants; `isWhole`: all of its lists came. */
    async recordsOf({
      title,
      load,
    }: Keeps): Promise<{ readonly wanted: readonly PlacedRecord[]; readonly isWhole: boolean }> {
      isPartial = false;
      const module = await load().catch(() => null);
      if (module === null) {
        requests.addFailure();
        return { wanted: [], isWhole: false };
      }
      const wanted: PlacedRecord[] = [];
      const records = placedRecords(environment, module.wanted(of, askerOf(title)), title);
      for await (const record of records) wanted.push(record);
      return { wanted, isWhole: !isPartial };
    },
  };
}
