import { CalendarDate } from '@portal/api';
import * as v from 'valibot';
import { expect, test } from 'vitest';
import { seal } from '../sharing/link.ts';
import { contradictions, openBrought } from './brought.ts';

const patient = { firstName: 'José María', lastName: 'Núñez-Ortiz', dateOfBirth: v.parse(CalendarDate, '1961-05-04') };
const differs = (name: string | null, birthDate: string | null) => contradictions({ name, birthDate }, patient);

test('a name in another order, without accents or shorter is the same, and another is named', () => {
  for (const name of ['JOSE MARIA NUNEZ ORTIZ', 'Núñez-Ortiz, José María', 'José Núñez', null, ''])
    expect(differs(name, null).name).toBe(false);
  for (const name of ['José Martínez', 'Ada Diaz']) expect(differs(name, null).name).toBe(true);
});

test('a birth date is the same where it says less, and another is named', () => {
  for (const birthDate of ['1961-05-04', '1961-05', '1961', null])
    expect(differs(null, birthDate).birthDate).toBe(false);
  for (const birthDate of ['1961-05-05', '1962']) expect(differs(null, birthDate).birthDate).toBe(true);
});

test('documents are named, and what is neither words nor documents is nothing', async () => {
  const open = async (json: object) => {
    const { content, key } = await seal(new TextEncoder().encode(JSON.stringify(json)));
    return openBrought({ url: 'https://otter.example/shl/1', key, flag: '' }, [content]);
  };
  const document = {
    resourceType: 'DocumentReference',
    content: [{ attachment: { title: 'Letter', contentType: 'application/pdf', data: 'JVBERi0=' } }],
  };
  expect(await open(document)).toMatchObject({ host: 'otter.example', bundle: null, documents: ['Letter'] });
  expect(await open({ resourceType: 'Bundle', type: 'collection', entry: [{ resource: document }] })).toMatchObject({
    documents: ['Letter'],
  });
  expect(await open({ resourceType: 'Patient' })).toBeNull();
});
