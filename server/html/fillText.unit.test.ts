import { expect, test } from 'vitest';
import { fillText } from './fillText.ts';

test.each([
  ['fr', 'votre compte de {portal}', 'Espace santé', 'votre compte d’Espace santé'],
  ['fr', 'votre compte de {portal}', 'Northlight', 'votre compte de Northlight'],
  ['fr', 'ce que {portal} lit', 'Éole', 'ce qu’Éole lit'],
  ['fr', 'la bibliothèque {portal}', 'Anna', 'la bibliothèque Anna'],
  ['es', 'su cuenta de {portal}', 'Espacio', 'su cuenta de Espacio'],
  ['en', '{portal}, {portal}', '{portal}', '{portal}, {portal}'],
] as const)('%s: %s with %s', (language, text, portal, filled) => {
  expect(fillText(language, text, { portal })).toBe(filled);
});
test('what is missing is empty', () => {
  expect(fillText('fr', 'de {a}{b}', { b: 'x' })).toBe('de x');
});
