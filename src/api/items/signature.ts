import { type ItemRules, placeOf } from './itemType.ts';

/** Whether what was signed still stands there is a matter of the form (`faultsOf`). */
export const signature: ItemRules<'SignatureQuestion'> = {
  takesAnswer: true,
  isAnswered: (_, [entry]) => entry?.signature !== undefined,
  fault: (item, [entry]) => (item.isRequired && entry?.signature === undefined ? { kind: 'notSigned' } : null),
  submitted(_, [entry]) {
    if (entry?.signature === undefined) return [];
    const { signer: _signer, ...own } = entry.signature;
    return [{ ...placeOf(entry), signature: own }];
  },
  fits: (_, entries) => entries.length === 1 && entries[0]?.signature !== undefined,
  score: () => null,
};
