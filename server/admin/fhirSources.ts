import { FacilityId } from '@portal/api';
import * as v from 'valibot';
import { statement } from '../db/pool.ts';
import { addKey, listKeys } from '../fhirSources/clientKeys.ts';
import { listMissing } from '../fhirSources/pull/compare.ts';
import { placeOf, retryBundles, skipBundle } from '../fhirSources/queue.ts';
import { addSource, removeSource } from '../fhirSources/sources.ts';
import { newSecret } from '../http/secrets.ts';
import { SealedContent } from '../http/sealedContent.ts';
import { auditOperator, command } from './command.ts';
import { CommandFailed, NotUnderstood } from './failure.ts';
import { clientKeysOf, keysCommand } from './fhirKeys.ts';
import { type OptionReader, argument, choice, flag, option, required } from './parameters.ts';
import { oneFacility } from './people.ts';
import { numberFrom, rowNumber, systemName, webhookAddress } from './readers.ts';
import { column, counted, linesOf, minute, plain } from './text.ts';

const listed = statement(
  'admin.fhirSources',
  `select s.name, f.short_name as facility, s.key_hash is not null as posts, s.base_url as "baseUrl", s.every_minutes as "everyMinutes",
     (select count(*)::int from fhir_bundles b where b.source_id = s.id and b.state = 'queued') as queued,
     (select count(*)::int from fhir_bundles b where b.source_id = s.id and b.state = 'failed') as failed,
     (select max(b.created_at) from fhir_bundles b where b.source_id = s.id) as "lastAt",
     p.read_until as "readUntil", p.failing_since as "failingSince", p.failure, p.compared_at as "comparedAt", p.compare_failure as "compareFailure",
     (select count(*)::int from fhir_missing m where m.source_id = s.id) as missing
   from fhir_sources s join facilities f on f.id = s.facility_id left join fhir_pulls p on p.source_id = s.id
   where s.removed_at is null order by lower(s.name)`,
  v.object({
    name: v.string(),
    facility: v.string(),
    posts: v.boolean(),
    baseUrl: v.nullable(v.string()),
    everyMinutes: v.nullable(v.number()),
    queued: v.number(),
    failed: v.number(),
    lastAt: v.nullable(v.string()),
    readUntil: v.nullable(v.string()),
    failingSince: v.nullable(v.string()),
    failure: v.nullable(v.string()),
    comparedAt: v.nullable(v.string()),
    compareFailure: v.nullable(v.string()),
    missing: v.number(),
  }),
);
const waiting = statement(
  'admin.failedBundles',
  `select b.id, s.name, b.kind, b.resource_type as "resourceType", b.created_at as "createdAt", b.failure
   from fhir_bundles b join fhir_sources s on s.id = b.source_id where b.state = 'failed' order by b.id limit 1000`,
  v.object({
    id: v.number(),
    name: v.string(),
    kind: v.string(),
    resourceType: v.nullable(v.string()),
    createdAt: v.string(),
    failure: v.nullable(v.string()),
  }),
);
const found = statement(
  'admin.fhirBundle',
  `select b.source_id as "sourceId", b.bundle_key as "bundleKey", s.name, s.facility_id as "facilityId", b.kind, b.state, b.created_at as "createdAt",
     b.ended_at as "endedAt", b.failure, b.outcome, b.content
   from fhir_bundles b join fhir_sources s on s.id = b.source_id where b.id = $id`,
  v.object({
    sourceId: v.number(),
    bundleKey: v.instance(Buffer),
    name: v.string(),
    facilityId: FacilityId,
    kind: v.string(),
    state: v.string(),
    createdAt: v.string(),
    endedAt: v.nullable(v.string()),
    failure: v.nullable(v.string()),
    outcome: v.nullable(v.string()),
    content: v.nullable(v.instance(Buffer)),
  }),
);

const serverAddress: OptionReader<string> = (text, name) => {
  const url = new URL(webhookAddress(text, name));
  if (url.search !== '' || url.hash !== '') throw new NotUnderstood(`${name} is an address without ? and #.`);
  return url.href.endsWith('/') ? url.href : `${url.href}/`;
};
const fhirId: OptionReader<string> = (text, name) => {
  if (!/^[A-Za-z0-9\-.]{1,64}$/.test(text)) throw new NotUnderstood(`${name} needs the id of a Group, not "${text}".`);
  return text;
};
const addCommand = command({
  name: 'source add',
  does: 'Takes FHIR R4 from a system from now on: it posts Bundles, or its server is read.',
  more: `What it tells is stored under its name, as with "record import --source". With --posts a key is printed, with which it posts to /fhir. With --address
its server is read at intervals: by $export where it has that, else by searches. The portal's public keys are at /.well-known/jwks.json.`,
  page: 'integrate-fhir.md',
  parameters: {
    name: argument('NAME', 'a name for the source.', systemName),
    facility: required('NAME|ID', 'whose record numbers count'),
    way: choice(
      {
        posts: flag('the system posts Bundles, with a key that is printed once'),
        address: option('ADDRESS', 'the FHIR server that is read, such as https://ehr.example/fhir/r4', serverAddress),
      },
      '--posts or --address.',
    ),
    identifierSystem: option(
      'URL',
      'the system whose identifiers are the record numbers; those of type MR where it is left out',
    ),
    clientId: option('TEXT', 'with --address: as whom the portal is registered there; left out: it needs no sign-in'),
    tokenUrl: option(
      'ADDRESS',
      'with --address: where the portal signs in; left out: what the server itself says (.well-known/smart-configuration)',
      webhookAddress,
    ),
    scope: option('TEXT', 'with --address: what the portal asks to read ("system/*.read" where it is left out)'),
    group: option('ID', 'with --address: the Group whose members are exported; left out: all patients', fhirId),
    every: option('MINUTES', 'with --address: how often it is read (60)', numberFrom(1, 10_080)),
  },
  async inTransaction(tx, { name, facility: where, way, identifierSystem, ...read }, io) {
    const { id: facilityId, name: shown } = await oneFacility(tx, where);
    if (way.by === 'posts' && Object.values(read).some((value) => value !== null))
      throw new NotUnderstood('--client-id, --token-url, --scope, --group and --every belong to --address.');
    const key = newSecret();
    const added = await addSource(tx, {
      name,
      facilityId,
      identifierSystem,
      way:
        way.by === 'posts'
          ? { kind: 'posts', key }
          : {
              kind: 'read',
              baseUrl: way.value,
              clientId: read.clientId,
              tokenUrl: read.tokenUrl,
              scope: read.scope,
              groupId: read.group,
              everyMinutes: read.every ?? 60,
            },
    });
    if (added === null)
      throw new CommandFailed('There is, or was, a source or an interface of this name. See: source list');
    const isFirst = read.clientId !== null && (await listKeys(tx)).length === 0;
    const keyId = isFirst ? await addKey(tx, clientKeysOf(io, tx), 'ES384') : null;
    await auditOperator(tx, 'fhirSource.added', { facilityId }, { sourceId: added });
    if (way.by === 'posts') return [`${name} may post to ${shown}, with this key in the header system-key:`, key];
    return [
      `${name} is read for ${shown}.`,
      ...(keyId === null
        ? []
        : [`The first key is made: ${keyId}. Give the address /.well-known/jwks.json of the portal.`]),
    ];
  },
});

const removeCommand = command({
  name: 'source remove',
  does: 'Takes nothing from a source any more. What came from it stays, and what waits is still worked on.',
  parameters: { name: argument('NAME', 'the name of a source.') },
  async inTransaction(tx, { name }) {
    const facilityId = await removeSource(tx, name);
    if (facilityId === null) throw new CommandFailed(`There is no source "${name}". See: source list`);
    await auditOperator(tx, 'fhirSource.removed', { facilityId });
    return `Nothing is taken from ${name} any more.`;
  },
});

const listCommand = command({
  name: 'source list',
  does: 'Lists the FHIR sources, and below them what came and could not be worked on.',
  more: `A source has name, facility, how it tells, how much waits and when the last came; one that is read also until when it was read and, where reading
fails, since when and why, and what of it is no longer found there. Below is a line for each Bundle that waits for you: its number, source, kind, when it came, and why it waits.`,
  page: 'integrate-fhir.md',
  inAllCells: true,
  parameters: {},
  inTransaction: async (tx) => [
    ...linesOf(
      await tx.many(listed),
      ({ name, facility, posts, baseUrl, everyMinutes, queued, failed, lastAt, readUntil, ...one }) =>
        [
          `${name}  ${facility}  ${posts ? 'posts' : `${baseUrl ?? ''} every ${String(everyMinutes)} minutes`}  ${String(queued)} waiting, ${String(failed)} failed`,
          ...(lastAt === null ? [] : [`the last at ${minute(lastAt)}`]),
          ...(readUntil === null ? [] : [`read until ${minute(readUntil)}`]),
          ...(one.comparedAt === null ? [] : [`compared at ${minute(one.comparedAt)}`]),
          ...(one.compareFailure === null ? [] : [`NOT TO ITS END: ${one.compareFailure}`]),
          ...(one.missing === 0 ? [] : [`${String(one.missing)} MISSING there: see source missing`]),
          ...(one.failingSince === null ? [] : [`FAILS since ${minute(one.failingSince)}: ${one.failure ?? ''}`]),
        ].join(', '),
      'There are no sources. See: source add',
    ),
    ...(await tx.many(waiting)).map(
      ({ id, name, kind, resourceType, createdAt, failure }) =>
        `${column(id, 9)}  ${name}  ${kind}${resourceType === null ? '' : ` of ${resourceType}`}  ${minute(createdAt)}  ${failure ?? ''}`,
    ),
  ],
});

const missingCommand = command({
  name: 'source missing',
  does: 'Lists what is stored of FHIR sources and is no longer found there, the first thousand.',
  more: `Sources without $export are compared once a day. What such a server says is deleted (410) is taken back; of what it does not know (404) nothing is
taken back, because a wrong address or a right that is missing looks the same: ask those who run it.`,
  page: 'integrate-fhir.md',
  parameters: {},
  inTransaction: async (tx) =>
    linesOf(
      await listMissing(tx),
      ({ name, type, resourceId, answer, since }) =>
        `${name}  ${type}/${resourceId}  ${String(answer)}  since ${minute(since)}`,
      'Nothing is missing.',
    ),
});

const bundleId = argument('NUMBER', 'the number of one Bundle.', rowNumber);

const showCommand = command({
  name: 'source show',
  does: 'Shows a Bundle as it came, for as long as it is stored, and what became of it. The audit says that it was looked at.',
  more: 'It is about patients: show it to nobody who may not see their record.',
  parameters: { id: bundleId },
  run: ({ id }, io) =>
    io.database(async (pool) => {
      const one = await pool.db.maybe(found, { id });
      if (one === null) throw new CommandFailed(`There is no Bundle ${String(id)}. See: source list`);
      const { serverKey, serverKeysBefore } = io.config();
      const contents = new SealedContent(pool.db, serverKey, serverKeysBefore, 'fhir-bundle');
      const bytes = one.content && (await contents.unseal(placeOf(one.sourceId, one.bundleKey), one.content));
      const { facilityId, name, kind, createdAt, state, endedAt, failure, outcome } = one;
      await pool.tx((tx) => auditOperator(tx, 'fhirSource.bundleShown', { facilityId }, { bundle: id }));
      return [
        `${name}  ${kind}  ${minute(createdAt)}  ${state}${endedAt === null ? '' : ` ${minute(endedAt)}`}${failure === null ? '' : `: ${failure}`}`,
        ...(outcome === null ? [] : outcome.split('\n')),
        bytes === null
          ? one.content === null
            ? 'It is no longer stored.'
            : 'It was sealed under another SERVER_KEY.'
          : plain(bytes.toString('utf8')),
      ];
    }),
});

const retryCommand = command({
  name: 'source retry',
  does: 'Works once more on a Bundle that failed, or on all of them.',
  parameters: {
    which: choice(
      { bundle: option('NUMBER', 'one Bundle', rowNumber), all: flag('all that failed') },
      '--bundle or --all.',
    ),
  },
  async inTransaction(tx, { which }) {
    const again = await retryBundles(tx, which.by === 'bundle' ? which.value : null);
    if (again === 0) throw new CommandFailed('No such Bundle waits. See: source list');
    await auditOperator(tx, 'fhirSource.bundlesRetried', {}, { bundles: again });
    return `${counted(again, 'Bundle is', 'Bundles are')} worked on again.`;
  },
});

const skipCommand = command({
  name: 'source skip',
  does: 'Gives a Bundle up that failed. What could not be taken of it never reaches the record.',
  parameters: { id: bundleId },
  async inTransaction(tx, { id }) {
    if (!(await skipBundle(tx, id))) throw new CommandFailed('No such Bundle waits. See: source list');
    await auditOperator(tx, 'fhirSource.bundleSkipped', {}, { bundle: id });
    return `Bundle ${String(id)} is given up.`;
  },
});

export const fhirSourceCommands = [
  addCommand,
  removeCommand,
  listCommand,
  missingCommand,
  showCommand,
  retryCommand,
  skipCommand,
  keysCommand,
];
