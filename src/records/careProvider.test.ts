import { describe, expect, test } from 'vitest';
import { personNamedIn } from './careProvider.ts';

const fernbrook = { firstName: 'Ottoline', lastName: 'Fernbrook' };
const maria = { firstName: 'María José', lastName: "O'Leary-Núñez" };
const people = [fernbrook, maria, { firstName: 'Otto', lastName: 'Fern' }];

describe('whom a text of the record names', () => {
  test.each([
    ['Fernbrook, Ottoline', fernbrook],
    ['Dr. OTTOLINE FERNBROOK, MD', fernbrook],
    ["O'LEARY-NÚÑEZ, MARÍA JOSÉ", maria],
    ['Otto Fernbrook', null],
    ['Ottoline', null],
    ['', null],
  ])('%s', (text, person) => {
    expect(personNamedIn(text, people)).toBe(person);
  });

  test('is nobody where two have the name', () => {
    expect(personNamedIn('Ottoline Fernbrook', [fernbrook, { ...fernbrook }])).toBeNull();
  });
});
