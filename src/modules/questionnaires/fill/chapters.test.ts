import { type QuestionnaireItem, QuestionnaireItem as ItemSchema, slotOf, takesAnswer } from '@portal/api';
import fc from 'fast-check';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { questionnaireOf } from '../../../../tests/apps/data/questionnaire.ts';
import { openAnswerSheet } from './answerSheet.ts';
import {
  chapterState,
  chaptersOf,
  chapterWith,
  isBegun,
  mostOnOnePage,
  nextUnanswered,
  stoppedAt,
} from './chapters.ts';
import { answerableOf, blocksOf } from './screens.ts';
import { booleanEntries } from './typed.ts';

type Kind = 'head' | 'words' | 'at times' | 'ask' | 'begun' | 'must' | 'matrix';
const option = (id: number) => ({
  listAnswerId: id,
  answerText: 'Yes',
  sortOrder: 1,
  isOtherOption: false,
  score: null,
});

/** Items of these kinds; a matrix has three rows. */
function itemsOf(kinds: readonly Kind[]): QuestionnaireItem[] {
  const items: QuestionnaireItem[] = [];
  const add = (fields: object) =>
    items.push(
      v.parse(ItemSchema, {
        questionnaireItemId: items.length + 1,
        sortOrder: items.length + 1,
        questionMatrixGuid: null,
        formattedText: `Item ${String(items.length + 1)}`,
        isRequired: false,
        ...fields,
      }),
    );
  for (const [at, kind] of kinds.entries()) {
    if (kind === 'head') add({ questionnaireItemType: 'SectionHeader' });
    else if (kind === 'words') add({ questionnaireItemType: 'SectionHeader', isText: true });
    else if (kind === 'at times')
      add({
        questionnaireItemType: 'SectionHeader',
        enableWhen: {
          behavior: 'all',
          conditions: [{ questionnaireItemId: 2, operator: '=', is: { kind: 'boolean', value: true } }],
        },
      });
    else if (kind === 'begun') add({ questionnaireItemType: 'BooleanQuestion', initial: [{ isChecked: true }] });
    else if (kind === 'matrix') {
      const questionMatrixGuid = `m${String(at)}`;
      add({ questionnaireItemType: 'QuestionMatrixGrouping', questionMatrixGuid });
      for (let row = 0; row < 3; row += 1)
        add({
          questionnaireItemType: 'SingleSelectionRadioButtonQuestion',
          questionMatrixGuid,
          listAnswers: [option(items.length + 100)],
        });
    } else add({ questionnaireItemType: 'BooleanQuestion', isRequired: kind === 'must' });
  }
  return items;
}
const chapters = (...kinds: readonly Kind[]) => chaptersOf(blocksOf(itemsOf(kinds)));
const times = (count: number, kind: Kind): Kind[] => Array.from({ length: count }, () => kind);
const sheetOf = (items: readonly QuestionnaireItem[], answered: readonly number[] = []) =>
  openAnswerSheet({
    questionnaire: questionnaireOf(items),
    answers: items
      .filter((item) => answered.includes(item.questionnaireItemId))
      .flatMap((item) => booleanEntries(item.questionnaireItemId, true)),
    write: () => undefined,
  });

describe('chapters', () => {
  it('begin with more than twenty questions', () => {
    expect(chapters('head', ...times(mostOnOnePage, 'ask'))).toEqual([]);
    expect(chapters('head', ...times(10, 'ask'), 'head', ...times(11, 'ask'))).toHaveLength(2);
  });

  it('go by the headings, and what comes before the first is one of its own', () => {
    const all = chapters(...times(3, 'ask'), 'head', 'head', ...times(9, 'ask'), 'head', ...times(10, 'ask'), 'head');
    expect(all.map(({ heading, first, last }) => [heading?.questionnaireItemId ?? null, first, last])).toEqual([
      [null, 1, 3],
      [4, 4, 12],
      [15, 13, 22],
    ]);
    expect(all.map(({ blocks }) => blocks.length)).toEqual([3, 10, 11]);
  });

  it('are of about ten where there are no headings, or one beside every other question', () => {
    expect(chapters(...times(46, 'ask')).map(({ answerable }) => answerable.length)).toEqual([10, 9, 9, 9, 9]);
    const spoken = chapters(...Array.from({ length: 24 }, (): Kind[] => ['head', 'ask']).flat());
    expect(spoken.map(({ heading, answerable }) => [heading, answerable.length])).toEqual([
      [null, 8],
      [null, 8],
      [null, 8],
    ]);
  });

  it('a section that is too long for one page comes in parts of one name', () => {
    expect(
      chapters('head', ...times(25, 'ask'), 'head', ...times(5, 'ask')).map(({ part, answerable }) => [
        part,
        answerable.length,
      ]),
    ).toEqual([
      [{ number: 1, of: 3 }, 9],
      [{ number: 2, of: 3 }, 8],
      [{ number: 3, of: 3 }, 8],
      [null, 5],
    ]);
  });

  it('hold every question once and in order, never tear a matrix, never end with a heading that leads to more', () => {
    const kind = fc.constantFrom<Kind>('head', 'ask', 'ask', 'ask', 'must', 'matrix');
    fc.assert(
      fc.property(fc.array(kind, { maxLength: 90 }), (kinds) => {
        const items = itemsOf(kinds);
        const blocks = blocksOf(items);
        const all = chaptersOf(blocks);
        const asked = items.filter(takesAnswer).map((item) => item.questionnaireItemId);
        if (asked.length <= mostOnOnePage) {
          expect(all).toEqual([]);
          return;
        }
        expect(all.flatMap(({ answerable }) => answerable)).toEqual(asked);
        const shown = all.flatMap(({ heading, part, blocks: own }) => [
          ...(heading === null || (part !== null && part.number > 1) ? [] : [heading]),
          ...own.map((block) => block.item),
        ]);
        expect(shown).toEqual(blocks.map((block) => block.item));
        for (const [at, chapter] of all.entries()) {
          expect(chapter.answerable.length).toBeGreaterThan(0);
          expect(chapter.answerable.length).toBeLessThanOrEqual(mostOnOnePage);
          expect([chapter.number, chapter.last - chapter.first + 1]).toEqual([at + 1, chapter.answerable.length]);
          const last = chapter.blocks.at(-1);
          if (last && at < all.length - 1) expect(answerableOf(last)).not.toEqual([]);
        }
      }),
    );
  });
});

describe('the way through chapters', () => {
  const items = itemsOf(['head', ...times(12, 'must'), 'head', ...times(12, 'ask')]);
  const long = chaptersOf(blocksOf(items));
  const at = (sheet: ReturnType<typeof sheetOf>, index: number) => {
    const chapter = long[index];
    if (!chapter) throw new Error('no chapter');
    return chapterState(sheet, chapter);
  };

  it('counts what is answered and what is still needed', () => {
    const sheet = sheetOf(items, [2, 3, 15]);
    expect([at(sheet, 0), at(sheet, 1)]).toEqual([
      { answered: 2, total: 12, needed: 10, wrong: 0 },
      { answered: 1, total: 12, needed: 0, wrong: 0 },
    ]);
  });

  it('are not named by words among the questions, nor by what comes and goes', () => {
    const parts = chapters(
      'head',
      ...times(5, 'ask'),
      'words',
      ...times(8, 'ask'),
      'head',
      ...times(5, 'ask'),
      'at times',
      ...times(5, 'ask'),
    );
    expect(parts.map(({ heading, first, last }) => [heading?.questionnaireItemId, first, last])).toEqual([
      [1, 1, 13],
      [16, 14, 23],
    ]);
    const [named] = chapters('words', ...times(12, 'ask'), 'words', ...times(12, 'ask'));
    expect(named?.heading?.questionnaireItemId).toBe(1);
  });

  it('a first answer that the person did not change is nowhere that they stopped', () => {
    const items = itemsOf([...times(3, 'ask'), 'begun', ...times(20, 'ask')]);
    expect(stoppedAt(sheetOf(items))).toBeNull();
    expect(isBegun(sheetOf(items))).toBe(false);
    // As it is after the draft was opened again.
    expect(stoppedAt(sheetOf(items, [4]))).toBeNull();
    expect(stoppedAt(sheetOf(items, [1]))?.item.questionnaireItemId).toBe(2);
    expect(isBegun(sheetOf(items, [1]))).toBe(true);
  });

  it('one stopped after the last answer, in whatever chapter; before the first answer nowhere', () => {
    const stopped = (...answered: readonly number[]) => {
      const id = stoppedAt(sheetOf(items, answered))?.item.questionnaireItemId;
      return id === undefined ? null : [chapterWith(long, id), id];
    };
    expect(stopped()).toBeNull();
    expect(stopped(2)).toEqual([0, 3]);
    expect(stopped(2, 13)).toEqual([1, 15]);
    expect(stopped(26)).toEqual([0, 2]);
  });

  it('the next unanswered question jumps over chapters and comes round once, until there is none', () => {
    const asked = items.filter(takesAnswer).map((item) => item.questionnaireItemId);
    fc.assert(
      fc.property(fc.subarray(asked), fc.option(fc.constantFrom(...asked), { nil: null }), (answered, after) => {
        const sheet = sheetOf(items, answered);
        const open = asked.filter((id) => !answered.includes(id));
        const later = open.find((id) => after === null || id > after);
        const next = nextUnanswered(sheet, after === null ? null : slotOf(after));
        expect(next?.item.questionnaireItemId).toBe(later ?? open[0]);
      }),
    );
  });
});
