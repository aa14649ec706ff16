import type { OwnContactDetail } from '@portal/api';

/** The details that a patient can say have changed, each on a screen of its own. */
export const detailKinds = ['address', 'homePhone', 'mobilePhone', 'email'] as const;
export type DetailKind = (typeof detailKinds)[number];

/** The parts of the record that each detail consists of. */
export const detailsOf = {
  address: ['address1', 'address2', 'city', 'state', 'zipCode', 'country'],
  homePhone: ['homePhone'],
  mobilePhone: ['mobilePhone'],
  email: ['emailAddress'],
} as const satisfies Readonly<Record<DetailKind, readonly OwnContactDetail[]>>;

/** A screen of the contact question: the facility's details, which of them changed, one changed detail, the summary before sending. */
export type ContactStep =
  | { readonly kind: 'look' }
  | { readonly kind: 'what' }
  | { readonly kind: 'ask'; readonly detail: DetailKind }
  | { readonly kind: 'check' };

/** The chosen details in the order of their screens. */
const inOrder = (chosen: readonly DetailKind[]): readonly DetailKind[] =>
  detailKinds.filter((kind) => chosen.includes(kind));

function walkOf(chosen: readonly DetailKind[]): readonly ContactStep[] {
  return [
    { kind: 'look' },
    { kind: 'what' },
    ...inOrder(chosen).map((detail): ContactStep => ({ kind: 'ask', detail })),
    { kind: 'check' },
  ];
}

/** A key that is the same for the same screen. */
export const contactStepKey = (place: ContactStep): string =>
  place.kind === 'ask' ? `ask ${place.detail}` : place.kind;

const besides = (place: ContactStep, chosen: readonly DetailKind[], step: 1 | -1): ContactStep | null => {
  const walk = walkOf(chosen);
  const at = walk.findIndex((one) => contactStepKey(one) === contactStepKey(place));
  return at < 0 ? null : (walk[at + step] ?? null);
};

/** The screen after Next; null after the last one, where sending follows. */
export const contactStepAfter = (place: ContactStep, chosen: readonly DetailKind[]): ContactStep | null =>
  besides(place, chosen, 1);

/** The screen after Back; null on the first one. */
export const contactStepBefore = (place: ContactStep, chosen: readonly DetailKind[]): ContactStep | null =>
  besides(place, chosen, -1);
