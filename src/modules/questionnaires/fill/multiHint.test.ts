import { expect, test } from 'vitest';
import { languageCodes } from '@portal/api';
import { allTexts } from '../../../../tests/apps/allTexts.ts';
import { asksForSeveral } from './multiHint.ts';

test.each(languageCodes)(
  'a question that says it in the words of our own hint (%s) gets no second hint',
  (language) => {
    const hint = allTexts.get('questionnaires.chooseAll')?.[language];
    expect(asksForSeveral(`<p>X? <em>${hint}</em></p>`)).toBe(true);
  },
);

test.each([
  'Where does it hurt? (Check all that apply)',
  'Select one or more',
  'Marque todas las que correspondan',
  '哪里疼？（可多选）',
])('%s says it', (words) => expect(asksForSeveral(words)).toBe(true));

test.each(['Where does it hurt?', 'Does it hurt all the time?', '¿Le duele todos los días?', 'Tous les jours?'])(
  '%s does not',
  (words) => expect(asksForSeveral(words)).toBe(false),
);
