import { type Stroke, signatureField, strokePath } from '@portal/api';
import { type PointerEvent, type ReactNode, useRef } from 'react';
import { drawing, pad } from './signature.css.ts';

/** In the units of the field: points that are closer than this make a drawing longer and not better. */
const leastDistance = 4;

export const Drawing = ({ strokes }: { strokes: readonly Stroke[] }): ReactNode => (
  <path className={drawing} d={strokes.map(strokePath).join('')} />
);
export const viewBox = `0 0 ${signatureField.width} ${signatureField.height}`;

function pointOf({ currentTarget, clientX, clientY }: PointerEvent<SVGSVGElement>): [number, number] {
  const { left, top, width, height } = currentTarget.getBoundingClientRect();
  const within = (share: number, most: number) => Math.round(Math.min(1, Math.max(0, share)) * most);
  return [
    within((clientX - left) / width, signatureField.width),
    within((clientY - top) / height, signatureField.height),
  ];
}

const isFull = (strokes: readonly Stroke[]): boolean => strokes.flat().length + 2 > signatureField.mostNumbers;

/** The drawing with one more point of its last line. */
function withPoint(strokes: readonly Stroke[], [x, y]: readonly [number, number]): readonly Stroke[] {
  const stroke = strokes.at(-1);
  const [lastX = x, lastY = y] = stroke?.slice(-2) ?? [];
  return stroke === undefined || Math.hypot(x - lastX, y - lastY) < leastDistance || isFull(strokes)
    ? strokes
    : [...strokes.slice(0, -1), [...stroke, x, y]];
}

/** A field to draw in with a finger, a pen or a mouse. Whoever uses a keyboard types their name instead. */
export function SignaturePad({
  label,
  strokes,
  onDraw,
}: {
  label: string;
  strokes: readonly Stroke[];
  /** Several moves may come before the next render, so each changes the drawing before it. */
  onDraw: (change: (before: readonly Stroke[]) => readonly Stroke[]) => void;
}): ReactNode {
  const pointer = useRef<number | null>(null);
  const begin = (event: PointerEvent<SVGSVGElement>): void => {
    if (pointer.current !== null || event.button !== 0) return;
    pointer.current = event.pointerId;
    event.currentTarget.setPointerCapture(event.pointerId);
    const point = pointOf(event);
    onDraw((before) => (before.length >= signatureField.mostStrokes || isFull(before) ? before : [...before, point]));
  };
  const move = (event: PointerEvent<SVGSVGElement>): void => {
    if (pointer.current !== event.pointerId) return;
    const point = pointOf(event);
    onDraw((before) => withPoint(before, point));
  };
  const end = (event: PointerEvent<SVGSVGElement>): void => {
    if (pointer.current === event.pointerId) pointer.current = null;
  };
  return (
    <svg
      className={pad}
      viewBox={viewBox}
      preserveAspectRatio="none"
      role="img"
      aria-label={label}
      onPointerDown={begin}
      onPointerMove={move}
      onPointerUp={end}
      onPointerCancel={end}
    >
      <Drawing strokes={strokes} />
    </svg>
  );
}
