import type { OwnContactDetail } from '@portal/api';

/** What a patient can say has changed, each on a screen of its own. */
export const detailKinds = ['address', 'homePhone', 'mobilePhone', 'email'] as const;
export type DetailKind = (typeof detailKinds)[number];

/** The parts of a record that each of them is. */
export const detailsOf = {
  address: ['address1', 'address2', 'city', 'state', 'zipCode', 'country'],
  homePhone: ['homePhone'],
  mobilePhone: ['mobilePhone'],
  email: ['emailAddress'],
} as const satisfies Readonly<Record<DetailKind, readonly OwnContactDetail[]>>;

/** Where the patient is: what the facility has, what of it has changed, how it is now, the last look before sending. */
export type ContactPlace =
  | { readonly kind: 'look' }
  | { readonly kind: 'what' }
  | { readonly kind: 'ask'; readonly detail: DetailKind }
  | { readonly kind: 'check' };

/** What has changed, in the order of the screens. */
const inOrder = (chosen: readonly DetailKind[]): readonly DetailKind[] =>
  detailKinds.filter((kind) => chosen.includes(kind));

function walkOf(chosen: readonly DetailKind[]): readonly ContactPlace[] {
  return [
    { kind: 'look' },
    { kind: 'what' },
    ...inOrder(chosen).map((detail): ContactPlace => ({ kind: 'ask', detail })),
    { kind: 'check' },
  ];
}

/** Names a place: the same for the same screen. */
export const placeKey = (place: ContactPlace): string => (place.kind === 'ask' ? `ask ${place.detail}` : place.kind);

const besides = (place: ContactPlace, chosen: readonly DetailKind[], step: 1 | -1): ContactPlace | null => {
  const walk = walkOf(chosen);
  const at = walk.findIndex((one) => placeKey(one) === placeKey(place));
  return at < 0 ? null : (walk[at + step] ?? null);
};

/** Where Next leads; null from the last place, where sending follows. */
export const contactPlaceAfter = (place: ContactPlace, chosen: readonly DetailKind[]): ContactPlace | null =>
  besides(place, chosen, 1);

/** Where Back leads; null from the first place. */
export const contactPlaceBefore = (place: ContactPlace, chosen: readonly DetailKind[]): ContactPlace | null =>
  besides(place, chosen, -1);
