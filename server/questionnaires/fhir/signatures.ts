import type { ItemOf } from '@portal/api';
import { htmlOfText } from '../../html/richText.ts';
import type { ItemDraft, TranslationDraft } from '../draft.ts';
import { baseOf } from '../texts.ts';
import type { Entry, Form } from './entries.ts';
import { url } from './extensions.ts';
import { extension, type JsonObject, objectOf, objectsOf, textOf } from './json.ts';

type SignatureTypes = ItemOf<'SignatureQuestion'>['signatureTypes'];

/** The question for a signature; a file only says that there has to be one. */
const words: Readonly<Record<string, string>> = {
  en: 'Your signature',
  es: 'Su firma',
  fr: 'Votre signature',
  pt: 'Sua assinatura',
  zh: '您的签名',
};

/** The types of signature that an element asks for; null if it asks for none. */
function typesIn(raw: JsonObject): SignatureTypes | null {
  const found = extension(raw, url.signatureRequired);
  if (found === null) return null;
  const codings = objectsOf(objectOf(found, 'valueCodeableConcept'), 'coding');
  return codings.flatMap((coding) => {
    const [system, code, display] = [textOf(coding, 'system'), textOf(coding, 'code'), textOf(coding, 'display')];
    return code === null
      ? []
      : [{ code, ...(system === null ? {} : { system }), ...(display === null ? {} : { display }) }];
  });
}

export const isToBeSigned = ({ raw }: Pick<Entry, 'raw'>): boolean => typesIn(raw) !== null;

/** Adds a question for each signature that a file asks for, behind what is signed. */
export function signatureCarrier(
  { byLinkId, refuse, carried }: Form,
  resource: JsonObject,
  items: ItemDraft[],
  inRows: ReadonlySet<Entry>,
) {
  const done = new Set<Entry>();
  const keys: string[] = [];
  const language = textOf(resource, 'language');
  function add(signed: Entry | null, signatureTypes: SignatureTypes, more: Partial<ItemDraft>): void {
    let key = signed === null ? 'signature' : `signature of ${signed.linkId}`;
    while (byLinkId.has(key)) key = `signature of ${key}`;
    keys.push(key);
    carried('signatures (signatureRequired)', signed?.place ?? 'Questionnaire');
    items.push({
      ...more,
      key,
      html: htmlOfText((language === null ? undefined : words[baseOf(language)]) ?? 'Your signature'),
      isRequired: true,
      type: 'SignatureQuestion',
      signsKey: signed?.linkId ?? null,
      signatureTypes,
    });
  }
  return {
    /** After an item and all that is under it. */
    afterItem(entry: Entry): void {
      const types = typesIn(entry.raw);
      const item = items.find(({ key }) => key === entry.linkId);
      if (types === null || item === undefined || item.isHidden === true || inRows.has(entry)) return;
      done.add(entry);
      const isQuestion = entry.type !== 'group' && entry.type !== 'display';
      // FHIR wants a signature where there is an answer.
      const exists = { itemKey: entry.linkId, operator: 'exists', is: { kind: 'boolean', value: true } } as const;
      add(entry, types, {
        parentKey: entry.linkId,
        ...(isQuestion && item.isRequired !== true ? { enableWhen: { behavior: 'all', conditions: [exists] } } : {}),
      });
    },
    /** After all items: the signature of the whole questionnaire, and the refusal of those that cannot be taken. */
    atEnd(translations: ReadonlyMap<string, Record<string, TranslationDraft['items'][string]>>): void {
      const types = typesIn(resource);
      if (types !== null) add(null, types, {});
      for (const entry of byLinkId.values())
        if (isToBeSigned(entry) && !done.has(entry)) refuse(entry.place, 'a signature cannot be taken for it');
      for (const [tag, texts] of translations)
        for (const key of keys) {
          const word = words[baseOf(tag)];
          if (word !== undefined) texts[key] = { html: htmlOfText(word) };
        }
    },
  };
}
