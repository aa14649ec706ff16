import { type ItemOf, QuestionnaireItem, sentOf } from '@portal/api';
import fc from 'fast-check';
import * as v from 'valibot';
import { expect, it } from 'vitest';
import { textEntries } from '../../typed.ts';
import { boxesOf, emptyBox, shownInBox, withBox, withoutBox } from './boxes.ts';

function question(least: number, most: number | null): ItemOf<'TextQuestion'> {
  const item = v.parse(QuestionnaireItem, {
    questionnaireItemId: 1,
    questionnaireItemType: 'TextQuestion',
    sortOrder: 1,
    questionMatrixGuid: null,
    formattedText: 'Whom did you call?',
    isRequired: false,
    isMultiline: false,
    maxLength: 100,
    occurs: { least, most },
  });
  if (item.questionnaireItemType !== 'TextQuestion') throw new Error('another type');
  return item;
}

it('shows as many boxes as are asked for at least, one where nothing is said, and no more than there may be', () => {
  expect(boxesOf(question(0, null), [])).toHaveLength(1);
  expect(boxesOf(question(3, 5), [])).toHaveLength(3);
  expect(boxesOf(question(9, 2), [])).toHaveLength(2);
});

it('sends what stands in the boxes in their order, after any adding, typing and removing', () => {
  const deed = fc.oneof(
    fc.constant({ kind: 'add' } as const),
    fc.record({ kind: fc.constant('type' as const), at: fc.nat(9), text: fc.string({ maxLength: 20 }) }),
    fc.record({ kind: fc.constant('remove' as const), at: fc.nat(9) }),
  );
  fc.assert(
    fc.property(fc.array(deed, { maxLength: 30 }), (course) => {
      const item = question(0, null);
      const id = item.questionnaireItemId;
      let boxes = boxesOf(item, []);
      let expected: string[] = [''];
      for (const step of course) {
        if (step.kind === 'add') {
          boxes = [...boxes, emptyBox(id)];
          expected = [...expected, ''];
        } else if (step.at < boxes.length && step.kind === 'type') {
          boxes = withBox(boxes, step.at, textEntries(id, step.text)[0] ?? emptyBox(id));
          expected = expected.with(step.at, step.text);
        } else if (step.at < boxes.length && boxes.length > 1) {
          boxes = withoutBox(boxes, step.at);
          expected = expected.filter((_, at) => at !== step.at);
        }
        expect(boxes.map((box) => shownInBox(box)[0]?.textAnswer ?? '')).toEqual(expected);
      }
      expect(sentOf(item, boxes).map(({ textAnswer }) => textAnswer)).toEqual(
        expected.filter((text) => text.trim() !== ''),
      );
    }),
  );
});
