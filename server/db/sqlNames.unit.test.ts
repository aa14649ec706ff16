import { describe, expect, test } from 'vitest';
import { exchangeable, namedIn } from '../../tests/server/sqlNames.ts';

const found = (sql: string): string[] => namedIn(sql).flatMap(exchangeable);

describe('two values that were exchanged are found', () => {
  const right = {
    'the columns of an answer': 'select c.home_phone as "homePhone", c.mobile_phone as "mobilePhone" from contacts c',
    'columns that are abbreviated in the answer':
      'select c.is_ok_to_leave_message_home as "isOkToLeaveMsgHome", c.is_ok_to_leave_message_mobile as "isOkToLeaveMsgMobile" from contacts c',
    'columns with something in place of null':
      'select coalesce(a.street, p.street) as street, coalesce(a.city, p.city) as city from a join p on true',
    'what an insert returns': 'insert into mails (kind) values ($kind) returning recipient as recipient, kind as kind',
    'the fields of JSON': `select json_build_object('userName', u.username, 'firstName', u.first_name) as json from users u`,
    'the columns of an insert': 'insert into contacts (home_phone, mobile_phone) values ($homePhone, $mobilePhone)',
    'columns that are copied':
      'insert into contacts (first_name, last_name) select u.first_name, u.last_name from users u where u.id = $userId',
    'the columns of an update':
      'update contacts set home_phone = $homePhone, mobile_phone = $mobilePhone where id = $contactId',
    'what rows are looked for by': 'select 1 as one from contacts where id = $contactId and patient_id = $patientId',
    'the same with names of tables':
      'select 1 as one from contacts c join patients p on p.id = c.patient_id where p.id = $patientId and c.id = $contactId',
    'one of two tables':
      'with a as (insert into access_tokens (token_hash) values ($accessTokenHash)) insert into refresh_tokens (token_hash) values ($refreshTokenHash)',
  };
  test.each(Object.entries(right))('%s', (_what, sql) => {
    expect(found(sql)).toEqual([]);
    const [one, other] = namedIn(sql).find((group) => group.every(({ isPlain }) => isPlain)) ?? [];
    if (one === undefined || other === undefined) throw new Error('there are no two to exchange');
    // Exchanging the names is the same mistake as exchanging the columns, and is found.
    expect(
      exchangeable([
        { ...one, name: other.name },
        { ...other, name: one.name },
      ]),
    ).toHaveLength(1);
  });

  test('as they would stand in a text', () => {
    expect(found('select c.mobile_phone as "homePhone", c.home_phone as "mobilePhone" from contacts c')).toEqual([
      'homePhone = c.mobile_phone / mobilePhone = c.home_phone',
    ]);
    expect(found('insert into contacts (mobile_phone, home_phone) values ($homePhone, $mobilePhone)')).toContain(
      'mobilePhone = $homePhone / homePhone = $mobilePhone',
    );
    expect(found('select 1 as one from contacts where id = $patientId and patient_id = $contactId')).toHaveLength(1);
  });
});

test('names that do not tell two columns apart are not good enough', () => {
  expect(found('select c.home_phone as one, c.mobile_phone as other from contacts c')).toHaveLength(1);
});

test('what is computed says itself what it is', () => {
  expect(found('select a.one is null as x, a.other > now() as y, count(*)::int as z from a')).toEqual([]);
});
