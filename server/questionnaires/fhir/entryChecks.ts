import { itemElements, itemShape, questionControls } from './elements.ts';
import type { Entry, Form } from './entries.ts';
import { url } from './extensions.ts';
import { extension, extensionsOf, type JsonObject, misshapen, objectOf, textOf } from './json.ts';
import type { Remarks } from './reading.ts';

/** Elements that no version of FHIR has: plain values are noted and ignored, but what could hold questions or conditions is refused. */
export function unknownElements(
  object: JsonObject,
  known: ReadonlySet<string>,
  place: string,
  { refuse, note }: Pick<Remarks, 'refuse' | 'note'>,
): void {
  for (const [key, value] of Object.entries(object)) {
    if (known.has(key) || key.startsWith('_') || key === 'modifierExtension') continue;
    if (typeof value === 'object') refuse(place, `it has an element ${key} that R4 does not know`);
    else note(place, `it has an element ${key} that R4 does not know and that is not read`);
  }
}

export function entryChecks(form: Form) {
  const { refuse, note, checkExtensions } = form;
  return (entry: Entry): void => {
    const { raw, place, type } = entry;
    unknownElements(raw, itemElements, place, form);
    for (const fault of misshapen(raw, itemShape)) refuse(place, fault);
    checkExtensions(raw, place);
    for (const one of extensionsOf(raw)) {
      if (one.url === url.supportLink)
        note(place, `its link to further information (${textOf(one, 'valueUri') ?? 'supportLink'}) is not shown`);
      if (one.url === url.cqfExpression) note(place, 'what is computed of it (cqf-expression) is not shown');
    }
    if (extension(objectOf(raw, '_text'), url.cqfExpression)) {
      if (textOf(raw, 'text') === null) refuse(place, 'its text is computed (cqf-expression), and there is no other');
      else note(place, 'its text is computed elsewhere (cqf-expression); the text of the file is shown');
    }
    if (extension(raw, url.entryFormat) && !['string', 'text', 'reference'].includes(type))
      note(place, 'its example of how to write an answer (entryFormat) is not shown');
    if (type === 'group' || type === 'display') return;
    for (const code of entry.controls) if (!questionControls.has(code)) note(place, `the hint "${code}" is not known`);
    if (raw.maxLength !== undefined && !['string', 'text', 'choice', 'open-choice', 'integer'].includes(type))
      note(place, `maxLength says nothing about the type ${type}`);
  };
}
