import type { ReactNode } from 'react';
import { encode } from 'uqr';
import { qrCode } from './QrCode.css.ts';

/** A text as a QR code. Dark on white in every colour scheme, because many readers find no other. */
export function QrCode({ text, label }: { readonly text: string; readonly label: string }): ReactNode {
  const { data, size } = encode(text, { ecc: 'L', border: 4 });
  const dark = data.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${String(x)} ${String(y)}h1v1h-1z` : '')));
  return (
    <svg className={qrCode} viewBox={`0 0 ${String(size)} ${String(size)}`} role="img" aria-label={label}>
      <path d={dark.join('')} shapeRendering="crispEdges" />
    </svg>
  );
}
