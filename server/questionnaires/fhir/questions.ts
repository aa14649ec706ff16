import {
  attachmentLimits,
  type DateBound,
  freeTextMaximum,
  linearPattern,
  type Occurs,
  takesFileType,
} from '@portal/api';
import { htmlOfText } from '../../html/richText.ts';
import { dateBound, occursOf } from './bounds.ts';
import { choiceQuestions } from './choiceQuestions.ts';
import { cardPhotoControl } from './elements.ts';
import type { Entry, Form } from './entries.ts';
import type { EntryTexts } from './entryTexts.ts';
import type { Totals } from './entryTotals.ts';
import { url } from './extensions.ts';
import { extension, extensionsOf, type JsonObject, numberOf, textOf } from './json.ts';
import { numberQuestions } from './numberQuestions.ts';
import type { Terminology } from './concepts.ts';
import type { Question, Repeating } from './question.ts';
import { repeats } from './repeats.ts';

export function questions(
  form: Form,
  texts: EntryTexts,
  totals: Totals,
  terminology: Terminology,
  contained: readonly JsonObject[],
  inRows: ReadonlySet<Entry>,
) {
  const { settings, refuse, note, carried } = form;
  const takesSeveral = (entry: Entry): boolean => repeats(entry) && !inRows.has(entry);
  const repeating = (entry: Entry): { occurs?: Occurs } => {
    if (!takesSeveral(entry)) return {};
    carried('questions with several answers (repeats)', entry.place);
    return { occurs: occursOf(entry.raw) };
  };

  const often: Repeating = { takesSeveral, repeating };
  const { unitsOf, numeric } = numberQuestions(form, texts, terminology, often);
  const choices = choiceQuestions(form, texts, totals, contained, inRows, often, text);

  function dates(entry: Entry): { earliest?: DateBound; latest?: DateBound } {
    const bounds = {
      earliest: dateBound(entry.raw, url.minValue, 'first'),
      latest: dateBound(entry.raw, url.maxValue, 'last'),
    };
    const kept = (found: DateBound | { readonly fault: string } | undefined) => {
      if (found === undefined) return undefined;
      if (typeof found === 'object' && 'fault' in found) {
        note(entry.place, `it is not checked: ${found.fault}`);
        return undefined;
      }
      carried('bounds of dates', entry.place);
      return found;
    };
    const [earliest, latest] = [kept(bounds.earliest), kept(bounds.latest)];
    return { ...(earliest === undefined ? {} : { earliest }), ...(latest === undefined ? {} : { latest }) };
  }

  function text(entry: Entry): Question {
    const { raw, place } = entry;
    const most = numberOf(raw, 'maxLength');
    if (most !== null && most > freeTextMaximum)
      note(place, `an answer has at most ${String(freeTextMaximum)} characters, not ${String(most)}`);
    const least = extension(raw, url.minLength)?.valueInteger;
    const pattern = textOf(extension(raw, url.regex), 'valueString');
    const isSafe = pattern !== null && linearPattern(pattern) !== null;
    if (pattern !== null) {
      if (isSafe) carried('patterns (regex)', place);
      else note(place, 'its pattern (regex) is not checked: it looks around or back, is too large or is none');
    }
    const entryFormat = textOf(extension(raw, url.entryFormat), 'valueString');
    const maxLength = Math.max(1, Math.min(most ?? freeTextMaximum, freeTextMaximum));
    if (typeof least === 'number' && least > maxLength) refuse(place, 'it asks for more characters than it lets in');
    return {
      typed: {
        type: 'TextQuestion',
        isMultiline: entry.type === 'text',
        maxLength,
        ...(typeof least === 'number' && least >= 1 && least <= maxLength ? { minLength: least } : {}),
        ...(isSafe ? { pattern } : {}),
        ...(entryFormat === null ? {} : { entryFormat }),
        ...repeating(entry),
      },
      options: [],
      units: [],
    };
  }

  function attachment(entry: Entry): Question {
    const { raw, place } = entry;
    const types = extensionsOf(raw).flatMap((one) =>
      one.url === url.mimeType ? (textOf(one, 'valueCode') ?? []) : [],
    );
    const taken = types.filter((type) => /^(?:image\/(?:\*|jpe?g|png)|application\/pdf|\*\/\*)$/.test(type));
    if (types.length > 0 && taken.length === 0)
      refuse(place, `it wants a file of ${types.join(', ')}; photos and PDF are all that can be given`);
    const given = extension(raw, url.maxSize)?.valueDecimal ?? extension(raw, url.maxSize)?.valueInteger;
    const most = typeof given === 'number' && given > 0 ? given : attachmentLimits.fileBytes;
    if (most > attachmentLimits.fileBytes)
      note(place, `a file has at most ${String(attachmentLimits.fileBytes / 1_000_000)} MB`);
    carried('photos and documents (attachment)', place);
    // Some forms write this invalid name for JPEG.
    const contentTypes = taken.includes('*/*') ? [] : taken.map((type) => (type === 'image/jpg' ? 'image/jpeg' : type));
    const isCardPhoto = entry.controls.includes(cardPhotoControl);
    if (isCardPhoto && !takesFileType({ contentTypes }, 'image/jpeg'))
      note(place, 'the photo of a card is not guided, because it takes no JPEG');
    return {
      typed: {
        type: 'AttachmentQuestion',
        contentTypes,
        ...(isCardPhoto ? { isCardPhoto } : {}),
        maxSize: Math.min(most, attachmentLimits.fileBytes),
        ...repeating(entry),
      },
      options: [],
      units: [],
    };
  }

  function questionOf(entry: Entry, isInMatrix = false): Question | null {
    const { place, type, raw } = entry;
    if (extension(raw, url.answerExpression)) {
      const isChosen = type === 'choice' || (type === 'open-choice' && entry.options.options.length > 0);
      if (!isChosen || settings.answersInWords)
        note(place, 'options that are computed (answerExpression) are not offered');
      else refuse(place, 'options that are computed (answerExpression) cannot be carried');
    }
    if (choices.isChoice(entry)) return choices.choice(entry, isInMatrix);
    switch (type) {
      case 'boolean':
        if (takesSeveral(entry)) note(place, 'a yes or no is answered once, though it repeats');
        return { typed: { type: 'BooleanQuestion' }, options: [], units: [] };
      case 'date':
        return { typed: { type: 'DateQuestion', ...dates(entry), ...repeating(entry) }, options: [], units: [] };
      case 'dateTime':
        carried('days with a time (dateTime)', place);
        return { typed: { type: 'DateTimeQuestion', ...dates(entry), ...repeating(entry) }, options: [], units: [] };
      case 'time':
        if (extension(raw, url.minValue) || extension(raw, url.maxValue))
          note(place, 'the bounds of a time are not checked');
        carried('times', place);
        return { typed: { type: 'TimeQuestion', ...repeating(entry) }, options: [], units: [] };
      case 'string':
      case 'text':
        return text(entry);
      case 'reference':
        note(place, 'what it refers to is asked as a text');
        return text(entry);
      case 'url':
        carried('web addresses (url)', place);
        return { typed: { type: 'UrlQuestion', ...repeating(entry) }, options: [], units: [] };
      case 'integer':
      case 'decimal':
      case 'quantity':
        return numeric(entry);
      case 'attachment':
        return attachment(entry);
      case '':
        refuse(place, 'it has no type');
        return null;
      default:
        refuse(place, `the type ${type} cannot be carried`);
        return null;
    }
  }

  /** The text of a question, with its unit if that has no field of its own. */
  const withUnit = (html: string, { unitInText }: Question): string =>
    unitInText === undefined ? html : `${html} (${htmlOfText(unitInText)})`;

  return { ...choices, questionOf, unitsOf, withUnit };
}
export type Questions = ReturnType<typeof questions>;
