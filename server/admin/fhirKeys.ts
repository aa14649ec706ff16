import * as v from 'valibot';
import type { Db } from '../db/pool.ts';
import { Algorithm, addKey, listKeys, retireKey } from '../fhirSources/clientKeys.ts';
import { changeKey } from '../fhirSources/sources.ts';
import { newSecret } from '../http/secrets.ts';
import { SealedContent } from '../http/sealedContent.ts';
import { type Context, auditOperator, command } from './command.ts';
import { CommandFailed, NotUnderstood } from './failure.ts';
import { type OptionReader, flag, option, optionalChoice } from './parameters.ts';
import { linesOf, minute } from './text.ts';

const algorithm: OptionReader<Algorithm> = (text, name) => {
  const parsed = v.safeParse(Algorithm, text);
  if (!parsed.success) throw new NotUnderstood(`${name} is ${Algorithm.options.join(' or ')}, not "${text}".`);
  return parsed.output;
};

/** The private halves of the portal's keys, sealed under the server's own. */
export const clientKeysOf = (io: Pick<Context, 'config'>, db: Db): SealedContent => {
  const { serverKey, serverKeysBefore } = io.config();
  return new SealedContent(db, serverKey, serverKeysBefore, 'fhir-client-key');
};

export const keysCommand = command({
  name: 'source keys',
  does: 'Lists the keys with which the portal signs in at FHIR servers, makes a new one, retires one, or replaces the key of a source that posts.',
  more: `The first of the list signs. After --new, servers may take some hours to read /.well-known/jwks.json again: retire the one before when reading works.`,
  page: 'integrate-fhir.md',
  parameters: {
    what: optionalChoice({
      new: flag('makes a key, which signs from now on'),
      retire: option('ID', 'publishes a key no longer'),
      source: option('NAME', 'prints a new key for a source that posts; the one before is worth nothing from then on'),
    }),
    algorithm: option('ES384|RS384', 'with --new: how it signs (ES384)', algorithm),
  },
  async inTransaction(tx, { what, algorithm: how }, io) {
    if (how !== null && what?.by !== 'new') throw new NotUnderstood('--algorithm belongs to --new.');
    switch (what?.by) {
      case undefined:
        return linesOf(
          await listKeys(tx),
          ({ keyId, algorithm: name, createdAt }) => `${keyId}  ${name}  ${minute(createdAt)}`,
          'There are no keys. See: source keys --new',
        );
      case 'new': {
        const keyId = await addKey(tx, clientKeysOf(io, tx), how ?? 'ES384');
        await auditOperator(tx, 'fhirSource.keyMade', {});
        return `${keyId} signs from now on.`;
      }
      case 'retire': {
        const keys = await listKeys(tx);
        if (keys.length === 1 && keys[0]?.keyId === what.value)
          throw new CommandFailed('It is the only key: make another one first. See: source keys --new');
        if (!(await retireKey(tx, what.value))) throw new CommandFailed('There is no such key. See: source keys');
        await auditOperator(tx, 'fhirSource.keyRetired', {});
        return `${what.value} is no longer published.`;
      }
      case 'source': {
        const key = newSecret();
        const facilityId = await changeKey(tx, what.value, key);
        if (facilityId === null) throw new CommandFailed(`No source "${what.value}" posts. See: source list`);
        await auditOperator(tx, 'fhirSource.keyReplaced', { facilityId });
        return [`${what.value} posts with this key from now on:`, key];
      }
    }
  },
});
