import { describe, expect, test } from 'vitest';
import { MigrationRefused, compare, countBaseline } from './migrate.ts';
import { breaksOlderServers } from '../../tests/server/migrationRules.ts';
import { migrations, readMigration } from './schema.ts';

/** Earlier migrations are the baseline, which runs only on an empty database. */
const ruled = migrations.filter(({ name }) => name >= '043');

describe('a migration', () => {
  test.each(ruled.filter(({ needs }) => needs === null))('that adds ($name) breaks no older server', ({ sql }) => {
    expect(breaksOlderServers(sql)).toEqual([]);
  });

  test('that takes away says which one before it a server must know', () => {
    for (const { name, needs, sql } of migrations) {
      if (needs !== null)
        expect(migrations.filter((each) => each.name < name).map((each) => each.name)).toContain(needs);
      if (needs === null) expect(sql, name).not.toMatch(/^--\s*contract\b/im);
    }
  });

  test('that is no transaction can run again', () => {
    for (const { name, isOneTransaction, sql } of migrations)
      if (!isOneTransaction)
        for (const [, index] of sql.matchAll(/create (?:unique )?index concurrently (\w+)/g))
          expect(sql, name).toContain(`drop index concurrently if exists ${index}`);
  });

  test.each([
    ['drop table limits;', 'takes something away'],
    ['alter table users drop column email;', 'takes something away'],
    ['drop index users_by_name;', 'takes something away'],
    ['drop function append_audit(text);', 'takes something away'],
    ['truncate limits;', 'takes something away'],
    ['alter table users rename column email to mail;', 'renames'],
    ['alter table users rename to people;', 'renames'],
    ['alter index a rename to b;', 'renames'],
    ['alter table users add column a text, alter column mrn type bigint;', 'changes a type'],
    ['ALTER TABLE users ALTER mrn SET DATA TYPE bigint;', 'changes a type'],
    ['alter table users alter column email set not null;', 'demands what older servers may leave out'],
    ['alter table users alter column email drop default;', 'demands what older servers may leave out'],
    ['alter table users add column a text not null;', 'demands what older servers leave out'],
    [
      'alter table users add column a uuid not null default gen_random_uuid();',
      'holds a table while it writes all of it',
    ],
    [
      'alter table users add column a bigint generated always as (id + 1) stored;',
      'holds a table while it writes all of it',
    ],
    ['alter table users add column a text unique;', 'holds a table while it makes an index'],
    ['alter table users add constraint a unique (email);', 'holds a table while it makes an index'],
    ["alter table users add check (email <> '');", 'holds a table while it reads all of it'],
    ['alter table users add constraint a foreign key (b) references c;', 'holds a table while it reads all of it'],
    ['create index a on users (email);', 'holds a table while it makes an index'],
    ['create unique index a on users (email);', 'holds a table while it makes an index'],
    ['lock table users;', 'holds a table'],
    [
      "alter table users add column a text; update users set a = 'b';",
      'writes rows while it holds a table: that is a file of its own',
    ],
  ])('must not: %s', (sql, wrong) => {
    expect(breaksOlderServers(sql)).toEqual([wrong]);
  });

  test.each([
    "create table a (id bigint primary key, b text not null unique check (b <> '')); create index c on a (b); insert into a values (1);",
    'create table a (id bigint); alter table a add column b uuid not null default gen_random_uuid();',
    "alter table users add column a text not null default 'drop table users', add column b numeric(4, 2);",
    'alter table users alter column email drop not null;',
    "alter table users drop constraint users_kind_check, add constraint users_kind_check check (kind in ('a', 'b')) not valid;",
    'alter table users validate constraint users_kind_check;',
    "-- drop table users\ncreate or replace function a() returns text language sql as $$ select 'x'; drop table users; $$;",
    "update users set language = 'en' where language is null;",
    '-- outside a transaction\ndrop index concurrently if exists a;\ncreate index concurrently a on users (email);',
  ])('may: %s', (sql) => {
    expect(breaksOlderServers(sql)).toEqual([]);
  });
});

describe('a server on a database of another version', () => {
  const [one, two, three] = [
    readMigration('001_one.sql', 'create table one ();'),
    readMigration('002_two.sql', 'create table two ();'),
    readMigration('003_three.sql', '-- contract, needs 002_two.sql\ndrop table one;'),
  ] as const;

  test('runs what the database has not had', () => {
    expect(compare([one, two], [one])).toEqual({ pending: [two], newer: [] });
  });
  test('works beside a newer one that has only added', () => {
    expect(compare([one], [one, two])).toEqual({ pending: [], newer: ['002_two.sql'] });
  });
  test('works after something was taken away that it no longer uses', () => {
    expect(three.needs).toBe('002_two.sql');
    expect(compare([one, two], [one, two, three])).toEqual({ pending: [], newer: ['003_three.sql'] });
  });
  test('refuses where something was taken away that it uses, and says what to do', () => {
    expect(() => compare([one], [one, two, three])).toThrow(MigrationRefused);
    expect(() => compare([one], [one, two, three])).toThrow(
      'a newer one has run 003_three.sql, after which only versions that know 002_two.sql can work. Nothing was changed. Start the newer version',
    );
  });
  test('refuses a database of another line of versions, and one with another history', () => {
    expect(() => compare([one, three], [one, two])).toThrow('belongs to another line of versions');
    expect(() => compare([one], [{ ...one, checksum: 'other' }])).toThrow('001_one.sql is not the one');
  });
});

describe('a database from before the baseline', () => {
  const baseline = [
    readMigration('042_01_one.sql', 'create table one ();'),
    readMigration('042_02_two.sql', 'create table two ();'),
  ];
  const later = readMigration('043_later.sql', 'create table three ();');
  const known = [...baseline, later];
  const old = Array.from({ length: 37 }, (_, at) => readMigration(`${String(at + 1).padStart(3, '0')}_old.sql`, ''));

  test('that has run all of what it replaced goes on with what came after it', () => {
    expect(compare(known, countBaseline(known, old))).toEqual({ pending: [later], newer: [] });
    expect(compare(known, countBaseline(known, [...old, later]))).toEqual({ pending: [], newer: [] });
  });
  test('names as newer only what came after it', () => {
    const newer = readMigration('044_newer.sql', '');
    expect(compare(known, countBaseline(known, [...old, ...known, newer]))).toEqual({
      pending: [],
      newer: [newer.name],
    });
  });
  test('that has run only some of it is refused', () => {
    expect(() => countBaseline(known, old.slice(1))).toThrow(MigrationRefused);
    expect(() => countBaseline(known, old.slice(0, 1))).toThrow('it has run 1 of the 37 migrations');
  });
  test('works for a server of the version before as well, once it counts as having run the baseline', () => {
    const before = [...old, later];
    expect(compare(before, [...old, later, ...baseline])).toEqual({
      pending: [],
      newer: baseline.map(({ name }) => name),
    });
  });
  test('is none where nothing was run, or the baseline itself', () => {
    expect(compare(known, countBaseline(known, []))).toEqual({ pending: known, newer: [] });
    expect(compare(known, countBaseline(known, baseline))).toEqual({ pending: [later], newer: [] });
  });
});
