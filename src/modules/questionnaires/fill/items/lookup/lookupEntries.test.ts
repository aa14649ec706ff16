import { Answer, faultOf, type ItemOf, isAnswered, QuestionnaireItem, submittedAnswers } from '@portal/api';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { chosenIn } from '../lookupChosen.ts';
import { typedIn, withConcept, withOwnWords, withoutChosen, withTyped } from './lookupEntries.ts';
import type { Concept } from './lookupIndex.ts';

const item = (fields: object): ItemOf<'LookupQuestion'> => {
  const parsed = v.parse(QuestionnaireItem, {
    questionnaireItemId: 1,
    questionnaireItemType: 'LookupQuestion',
    sortOrder: 1,
    questionMatrixGuid: null,
    formattedText: 'Which condition?',
    isRequired: true,
    valueSetKey: 'set',
    isMultiple: false,
    isOpen: false,
    ...fields,
  });
  if (parsed.questionnaireItemType !== 'LookupQuestion') throw new Error('another kind');
  return parsed;
};
const concept = (code: string, system: string | null = 'urn:test'): Concept => ({
  system,
  code,
  display: `Words of ${code}`,
  words: `Palabras de ${code}`,
  isTranslated: true,
});
const one = item({});
const several = item({ isMultiple: true });
const open = item({ isOpen: true });
const id = one.questionnaireItemId;
const sent = (of: ItemOf<'LookupQuestion'>, entries: readonly Answer[]) => submittedAnswers({ items: [of] }, entries);

describe('what is typed to search with', () => {
  it('stays beside what was chosen, is no answer, and is said to be none', () => {
    const typed = withTyped(id, [], 'asth');
    expect(typedIn(typed)).toBe('asth');
    expect(v.parse(v.array(Answer), typed)).toEqual(typed);
    for (const each of [one, several, open]) {
      expect(isAnswered(each, typed)).toBe(false);
      expect(faultOf(each, typed)).toEqual({ kind: 'unknownOption' });
      expect(faultOf({ ...each, isRequired: false }, typed)).toEqual({ kind: 'unknownOption' });
      expect(sent(each, typed)).toEqual([]);
    }
    const both = withTyped(id, withConcept(several, [], concept('J45')), 'diab');
    expect(sent(several, both)).toHaveLength(1);
    expect(typedIn(withTyped(id, both, ''))).toBe('');
    expect(chosenIn(withTyped(id, both, ''))).toHaveLength(1);
  });
});

describe('a choice', () => {
  it("empties the box, says what the set says, and takes the other's place where there is one", () => {
    const chosen = withConcept(one, withConcept(one, withTyped(id, [], 'asth'), concept('J45')), concept('E11', null));
    expect(typedIn(chosen)).toBe('');
    expect(sent(one, chosen)).toEqual([{ questionnaireItemId: id, coding: { code: 'E11', display: 'Words of E11' } }]);
    expect(faultOf(one, chosen)).toBeNull();
  });
  it('joins the others where several are taken, once, and can be taken back', () => {
    const two = withConcept(several, withConcept(several, [], concept('J45')), concept('E11'));
    expect(withConcept(several, two, concept('J45'))).toEqual(two);
    expect(sent(several, withoutChosen(withTyped(id, two, 'x'), 0)).map(({ coding }) => coding?.code)).toEqual(['E11']);
    expect(faultOf(item({ isMultiple: true, occurs: { least: 0, most: 1 } }), two)).toEqual({
      kind: 'tooMany',
      most: 1,
    });
    expect(faultOf(item({ isMultiple: true, occurs: { least: 3, most: null } }), two)).toEqual({
      kind: 'tooFew',
      least: 3,
    });
  });
  it("can be words of one's own where the question is open, and nowhere else", () => {
    const own = withOwnWords(open, withTyped(id, [], 'my knee '), 'my knee ');
    expect(sent(open, own)).toEqual([{ questionnaireItemId: id, textAnswer: 'my knee' }]);
    expect(faultOf(open, own)).toBeNull();
    expect(faultOf(one, own)).toEqual({ kind: 'unknownOption' });
    expect(faultOf(open, withOwnWords(open, [], 'x'.repeat(2001)))).toEqual({ kind: 'tooLong', maximum: 2000 });
  });
  it('is asked for where the question is required', () => {
    expect(faultOf(one, [])).toEqual({ kind: 'required' });
    expect(faultOf({ ...one, isRequired: false }, [])).toBeNull();
  });
});
