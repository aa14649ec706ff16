import * as v from 'valibot';
import { type Db, statement } from '../db/pool.ts';

/** What a move of facilities to another database does with a table. */
export type TableOfMove =
  /** Its rows are of one facility each; `path` leads there, from the table itself to `facilities`. */
  | { readonly how: 'owned'; readonly path: readonly string[] }
  /** It is of the whole installation, and each cell has all of it. */
  | { readonly how: 'shared' }
  | { readonly how: 'left'; readonly because: string };

const shared = { how: 'shared' } as const;
const left = (because: string) => ({ how: 'left', because }) as const;
/** Rows of a chain of the audit log, which names a patient or a facility. */
const byChain = { how: 'chain' } as const;

/** Rows that go with the row that refers to them, because they refer to none. */
const byReferrer = { how: 'referrer' } as const;

/**
 * The tables that no foreign key ties to a facility; a test compares the list with the database. All others follow from their keys: a row goes
 * with its patient, else with its facility, else with its user, else with the row that it is a part of.
 */
const declared: Readonly<Record<string, typeof shared | typeof byChain | typeof byReferrer | ReturnType<typeof left>>> =
  {
    audit_heads: byChain,
    audit_events: byChain,
    audit_seals: byChain,
    audit_keys: shared,
    audit_checks: left('the new cell checks its log by itself'),
    audit_check_runs: left('as audit_checks'),
    audit_findings: left('as audit_checks'),
    audit_verified: left('as audit_checks'),
    countries: shared,
    states: shared,
    relationships: shared,
    preferred_communications: shared,
    time_zone_names: shared,
    questionnaire_templates: shared,
    questionnaire_revisions: shared,
    questionnaire_item_ids: shared,
    questionnaire_option_ids: shared,
    questionnaire_texts: shared,
    value_sets: shared,
    terminology: shared,
    profile_images: shared,
    record_directory: shared,
    record_unmatched: left('the next import tells again whose patient it does not know'),
    // What is sealed, and what devices and other servers know of this one, stays valid.
    server_key: shared,
    push_keys: shared,
    fhir_client_keys: shared,
    // Limits and tries, and what is asked but not answered yet: a cell does nothing about people whom it does not know.
    login_failures: shared,
    limits: shared,
    invitation_failures: shared,
    sso_signatures: shared,
    password_requests: shared,
    username_requests: shared,
    file_objects: byReferrer,
    file_place: left('the move says to the new cell where its files belong'),
    facility_moves: left('each database has its own'),
    schema_migrations: left('both databases have run the same'),
  };

const tablesOf = statement(
  'facilityTables.tables',
  `select c.relname::text as "table", array_agg(a.attname::text order by a.attnum) as columns from pg_class c join pg_attribute a on a.attrelid = c.oid
   where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition and a.attnum > 0 and not a.attisdropped
     and a.attgenerated = '' and not exists (select from pg_depend where classid = 'pg_class'::regclass and objid = c.oid and deptype = 'e')
   group by c.relname order by c.relname`,
  v.object({ table: v.string(), columns: v.array(v.string()) }),
);
const keysOf = statement(
  'facilityTables.keys',
  `select (select relname::text from pg_class where oid = c.conrelid) as child, (select relname::text from pg_class where oid = c.confrelid) as parent,
     bool_and(a.attnotnull) as "isAlways",
     array_agg(a.attname::text order by k.place) as columns, array_agg(b.attname::text order by k.place) as keys
   from pg_constraint c cross join unnest(c.conkey, c.confkey) with ordinality as k(own, other, place)
     join pg_attribute a on a.attrelid = c.conrelid and a.attnum = k.own join pg_attribute b on b.attrelid = c.confrelid and b.attnum = k.other
   where c.contype = 'f' and c.connamespace = 'public'::regnamespace and c.conparentid = 0
   group by c.oid, c.conrelid, c.confrelid order by c.oid`,
  v.object({
    child: v.string(),
    parent: v.string(),
    columns: v.array(v.string()),
    keys: v.array(v.string()),
    /** Each row has one. */
    isAlways: v.boolean(),
  }),
);
/** A foreign key: `columns` of `child` name the row of `parent` whose `keys` are the same. */
type ForeignKey = Readonly<v.InferOutput<typeof keysOf.row>>;

/** The tables of a database and whose their rows are. */
export interface FacilityTables {
  /** Each after those that it refers to. Columns without those that the database computes. */
  readonly all: readonly (TableOfMove & { readonly table: string; readonly columns: readonly string[] })[];
  /** SQL: whether row `alias` of an owned table belongs to one of these facilities. */
  readonly owns: (table: string, alias: string, facilityIds: readonly number[]) => string;
  /** The keys between owned tables that do not say whose a row is: they could lead from one facility to another. */
  readonly otherKeys: readonly ForeignKey[];
}

/** The tables with each after those that it refers to. */
function inOrder<Table extends { readonly table: string }>(
  tables: readonly Table[],
  keys: readonly ForeignKey[],
): Table[] {
  const ordered: Table[] = [];
  for (let waiting = tables; waiting.length > 0;) {
    const names = new Set(waiting.map(({ table }) => table));
    const ready = waiting.filter(
      ({ table }) => !keys.some(({ child, parent }) => child === table && names.has(parent)),
    );
    if (ready.length === 0) throw new Error(`tables refer to each other: ${[...names].join(', ')}`);
    ordered.push(...ready);
    waiting = waiting.filter((one) => !ready.includes(one));
  }
  return ordered;
}

/** Reads from the database's own catalogue whose the rows of each table are. Throws where a table says it by no key and is not declared. */
export async function facilityTables(db: Db): Promise<FacilityTables> {
  const keys = (await db.many(keysOf)).filter(({ child, parent }) => child !== parent);
  const ordered = inOrder(await db.many(tablesOf), keys);
  const leading = new Map<string, ForeignKey>();
  const paths = new Map<string, readonly string[]>([['facilities', []]]);
  for (const { table } of ordered) {
    const rule = declared[table];
    if (rule?.how === 'chain' || rule?.how === 'referrer') paths.set(table, ['facilities']);
    if (rule !== undefined) continue;
    const ways = keys.flatMap((key) => {
      const path = key.child === table && key.isAlways ? paths.get(key.parent) : undefined;
      return path === undefined ? [] : [{ key, path: [key.parent, ...path] }];
    });
    const [way] = ways.toSorted(
      (one, other) =>
        Number(other.path.includes('patients')) - Number(one.path.includes('patients')) ||
        one.path.length - other.path.length,
    );
    if (way === undefined) {
      if (table !== 'facilities') throw new Error(`${table} says by no key whose its rows are`);
      continue;
    }
    leading.set(table, way.key);
    paths.set(table, way.path);
  }

  const ruleOf = (table: string): TableOfMove => {
    const path = paths.get(table);
    if (path !== undefined) return { how: 'owned', path };
    const rule = declared[table];
    return rule?.how === 'left' ? rule : shared;
  };
  const owns = (table: string, alias: string, facilityIds: readonly number[], depth = 1): string => {
    const ids = `any('{${facilityIds.join(',')}}'::bigint[])`;
    if (table === 'facilities') return `${alias}.id = ${ids}`;
    const parent = `p${String(depth)}`;
    if (declared[table]?.how === 'referrer')
      return `(${keys
        .filter((key) => key.parent === table)
        .map((key) => {
          const same = key.columns
            .map((one, index) => `${parent}.${one} = ${alias}.${key.keys[index] ?? ''}`)
            .join(' and ');
          return `exists (select from ${key.child} ${parent} where ${same} and ${owns(key.child, parent, facilityIds, depth + 1)})`;
        })
        .join(' or ')})`;
    const key = leading.get(table);
    if (key === undefined)
      return `case split_part(${alias}.chain, ':', 1) when 'facility' then split_part(${alias}.chain, ':', 2)::bigint = ${ids}
        when 'patient' then exists (select from patients p where p.id = split_part(${alias}.chain, ':', 2)::bigint and p.home_facility_id = ${ids}) else false end`;
    const [column = ''] = key.columns;
    if (key.parent === 'facilities') return `${alias}.${column} = ${ids}`;
    const same = key.columns.map((one, index) => `${parent}.${key.keys[index] ?? ''} = ${alias}.${one}`).join(' and ');
    return `exists (select from ${key.parent} ${parent} where ${same} and ${owns(key.parent, parent, facilityIds, depth + 1)})`;
  };
  return {
    all: ordered.map((one) => ({ ...one, ...ruleOf(one.table) })),
    owns: (table, alias, facilityIds) => owns(table, alias, facilityIds),
    otherKeys: keys.filter(
      (key) =>
        paths.has(key.child) &&
        paths.has(key.parent) &&
        declared[key.parent]?.how !== 'referrer' &&
        leading.get(key.child) !== key,
    ),
  };
}
