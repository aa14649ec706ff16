import * as v from 'valibot';
import { Instant, LanguageTag } from './values.ts';

/** The corner opposite 0, 0 of the field in which a signature is drawn, and the most lines and numbers of a drawing. */
export const signatureField = { width: 1000, height: 400, mostStrokes: 200, mostNumbers: 6000 } as const;

const Coordinate = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(signatureField.width));
/** A line without lifting the pen: x and y of each point in turn. */
const Stroke = v.pipe(
  v.array(Coordinate),
  v.minLength(2),
  v.maxLength(signatureField.mostNumbers),
  v.check((numbers) => numbers.length % 2 === 0, 'a point has two numbers'),
);
export type Stroke = v.InferOutput<typeof Stroke>;
/** A drawing as numbers, so that a signature can never be active content. */
export const Strokes = v.pipe(
  v.array(Stroke),
  v.minLength(1),
  v.maxLength(signatureField.mostStrokes),
  v.check((strokes) => strokes.flat().length <= signatureField.mostNumbers, 'too many points'),
);

/** A line as the path of an SVG; a single point is a dot. */
export const strokePath = (stroke: Stroke): string =>
  stroke.length === 2
    ? `M${stroke.join(' ')}l0 0`
    : stroke.reduce((path, number, at) => `${path}${at === 0 ? 'M' : at % 2 === 0 ? 'L' : ' '}${number}`, '');

/** A signature is drawn, or it is a typed name; the two count the same. */
export const SignatureMark = v.variant('kind', [
  v.object({ kind: v.literal('drawn'), strokes: Strokes }),
  v.object({ kind: v.literal('typed'), name: v.pipe(v.string(), v.regex(/\S/), v.maxLength(100)) }),
]);
export type SignatureMark = v.InferOutput<typeof SignatureMark>;

/** One item that was signed: its text as it was shown, and what was answered. */
const SignedPart = v.object({
  text: v.pipe(v.string(), v.maxLength(200_000)),
  answers: v.pipe(v.array(v.pipe(v.string(), v.maxLength(25_000))), v.maxLength(1000)),
});

/** What was signed, word for word, in the order in which it was shown. */
export const SignedText = v.object({
  /** The language in which it was shown, if it is known. */
  language: v.optional(LanguageTag),
  parts: v.pipe(v.array(SignedPart), v.maxLength(20_000)),
});
export type SignedText = v.InferOutput<typeof SignedText>;

const signers = ['patient', 'representative', 'kioskPatient', 'linkUser'] as const;

export const Signature = v.object({
  signedText: SignedText,
  /** SHA-256 of the canonical form of `signedText` (`hashOf`), in hexadecimal digits. */
  hash: v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/)),
  signedAt: Instant,
  mark: SignatureMark,
  /** The server's own: whose session sent it. `kioskPatient`: the patient to whom the tablet was handed. */
  signer: v.optional(v.object({ role: v.picklist(signers), name: v.pipe(v.string(), v.maxLength(1000)) })),
});
export type Signature = v.InferOutput<typeof Signature>;
