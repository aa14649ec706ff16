import type { SourceNode } from '../template.ts';
import { isFixed } from './answerRows.ts';
import { occursOf } from './bounds.ts';
import { plainGroups, tables } from './elements.ts';
import type { Entry, Form } from './entries.ts';
import { type EntryTexts, isConditional } from './entryTexts.ts';
import { prefillOf } from './initial.ts';
import type { ItemMaker } from './itemMaker.ts';
import { objectsOf } from './json.ts';
import type { Questions } from './questions.ts';
import { isRepeatingGroup, repeats } from './repeats.ts';
import { isToBeSigned } from './signatures.ts';

/** The functions that carry the children of a group. */
interface Inside {
  readonly carry: (entry: Entry, parentKey: string | null) => SourceNode;
  readonly carryQuestion: (entry: Entry, parentKey: string | null, matrix: string) => SourceNode;
  readonly carryDisplay: (entry: Entry) => SourceNode;
  readonly checkItem: (entry: Entry) => void;
  /** Whether nobody is asked the item: a text, a total, or something hidden or computed. */
  readonly isUnasked: (entry: Entry) => boolean;
}

/** Carries groups: as a heading, as rows, as a table of choices, or as a table of groups. */
export function groupCarrier(
  { refuse, note, carried }: Form,
  { textAndCode, htmlOf }: EntryTexts,
  { isChoice, optionsOf }: Questions,
  { items, node, translate, common, needsItem }: ItemMaker,
  { carry, carryQuestion, carryDisplay, checkItem, isUnasked }: Inside,
) {
  const sameOptions = (rows: readonly Entry[]) => {
    const shape = (row: Entry) =>
      JSON.stringify([repeats(row), optionsOf(row).map((option) => [option.key, option.text])]);
    return rows.every((row) => shape(row) === (rows[0] ? shape(rows[0]) : ''));
  };

  function carryGroup(entry: Entry, parentKey: string | null, layout?: 'grid'): SourceNode {
    const { raw, place, linkId } = entry;
    if (entry.options.options.length > 0) refuse(place, 'a group has options');
    if (raw.required === true && !repeats(entry) && !entry.children.some(needsAnswer))
      note(place, 'that something in it is answered (required) is not checked');
    if (prefillOf(entry) !== undefined || objectsOf(raw, 'initial').length > 0)
      note(place, 'what other systems would fill in is asked');
    if (entry.children.length === 0 && (textAndCode(entry) === null || isRepeatingGroup(entry))) {
      note(place, 'it is an empty group and is left out');
      return node(entry, {}, []);
    }
    const wantsTable = entry.controls.some((code) => tables.has(code));
    for (const code of entry.controls)
      if (!tables.has(code) && !plainGroups.has(code))
        note(place, `the layout hint "${code}" is not known; its questions are shown one under the other`);
    if (layout === undefined && !isRepeatingGroup(entry) && wantsTable) {
      const rows = entry.children.filter((child) => !isUnasked(child));
      const isMatrix =
        rows.length > 0 &&
        rows.every(
          (row) =>
            isChoice(row) &&
            !isFixed(row) &&
            row.children.every((child) => child.type === 'display' && !isConditional(child)),
        ) &&
        rows.every((row) => row.options.options.length > 0) &&
        sameOptions(rows);
      if (isMatrix) return carryMatrix(entry, parentKey);
      const isGrid =
        entry.controls.includes('grid') &&
        rows.length > 0 &&
        rows.every((row) => row.type === 'group' && !repeats(row) && row.children.every((one) => one.type !== 'group'));
      if (isGrid) {
        carried('tables of groups (grid)', place);
        items.push({ ...common(entry, htmlOf(entry), parentKey), type: 'QuestionGroup', occurs: null, layout: 'grid' });
        translate(entry, (language) => htmlOf(entry, language), null);
        return node(
          entry,
          {},
          entry.children.map((child) =>
            rows.includes(child) ? (checkItem(child), carryGroup(child, linkId, 'grid')) : carry(child, linkId),
          ),
        );
      }
      note(
        place,
        'its questions do not have the same options, so that they are shown one under the other, not as a table',
      );
    }
    const html = htmlOf(entry);
    const isTable = isRepeatingGroup(entry) && entry.controls.some((code) => tables.has(code));
    if (isRepeatingGroup(entry)) {
      carried(isTable ? 'tables of rows (gtable)' : 'groups that repeat', place);
      const { least, most } = occursOf(raw);
      items.push({
        ...common(entry, html, parentKey),
        type: 'QuestionGroup',
        occurs: { least, most },
        layout: isTable ? 'table' : 'list',
      });
    } else if (layout === 'grid' || (html === '' && needsItem(entry))) {
      items.push({ ...common(entry, html, parentKey), type: 'QuestionGroup', occurs: null, layout: 'list' });
    } else if (html !== '') items.push({ ...common(entry, html, parentKey), type: 'SectionHeader' });
    else
      return node(
        entry,
        {},
        entry.children.map((child) => carry(child, parentKey)),
      );
    translate(entry, (language) => htmlOf(entry, language), null);
    return node(
      entry,
      // An expression's context must exist in the tree.
      { itemKey: needsItem(entry) ? linkId : null },
      entry.children.map((child) => carry(child, linkId)),
    );
  }
  const needsAnswer = (one: Entry): boolean =>
    !isUnasked(one) &&
    ((one.type !== 'group' && (one.raw.required === true || occursOf(one.raw).least > 0)) ||
      one.children.some(needsAnswer));

  function carryMatrix(entry: Entry, parentKey: string | null): SourceNode {
    const { linkId } = entry;
    const displays = entry.children.filter(
      (child) => child.type === 'display' && !child.isHidden && !isConditional(child),
    );
    const html = (language?: string) =>
      [htmlOf(entry, language), ...displays.map((display) => `<em>${htmlOf(display, language)}</em>`)]
        .filter((part) => part !== '')
        .join('<br />');
    carried('tables of choices', entry.place);
    items.push({ ...common(entry, html(), parentKey), type: 'QuestionMatrixGrouping', matrix: linkId });
    translate(entry, html, null);
    return node(
      entry,
      { itemKey: isToBeSigned(entry) ? linkId : null },
      entry.children.map((child) => {
        if (displays.includes(child)) return carryDisplay(child);
        if (isUnasked(child)) return carry(child, linkId);
        checkItem(child);
        return carryQuestion(child, linkId, linkId);
      }),
    );
  }

  return carryGroup;
}
