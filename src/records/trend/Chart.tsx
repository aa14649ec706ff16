import type { ReactNode } from 'react';
import type { TrendDrawing } from './drawing.ts';
import * as look from './trend.css.ts';

/** A drawing of a history. It is hidden from screen readers, because texts and a table beside it say the same. */
export function Chart({
  drawing: { points, lines, secondLines, band, ends, limits },
  from,
  to,
  isLow = false,
}: {
  drawing: TrendDrawing;
  /** The days at the ends of the axis. */
  from: string;
  to: string;
  /** True when several drawings are side by side, which makes it lower. */
  isLow?: boolean;
}): ReactNode {
  const latest = Math.max(...points.map(({ x }) => x));
  return (
    <div className={look.chart} aria-hidden="true">
      <div className={look.axis}>
        {ends.map(({ y, text }) => (
          <span key={text} style={{ insetBlockStart: `${String(y)}%` }}>
            {text}
          </span>
        ))}
      </div>
      <div className={look.plot} data-low={isLow || undefined}>
        {band === null ? null : (
          <i
            className={look.band}
            style={{ insetBlockStart: `${String(band.top)}%`, blockSize: `${String(band.height)}%` }}
          />
        )}
        {limits.map((y) => (
          <i key={y} className={look.limit} style={{ insetBlockStart: `${String(y)}%` }} />
        ))}
        <svg viewBox="0 0 100 100" preserveAspectRatio="none">
          {lines.map((line) => (
            <path key={line} d={line} />
          ))}
          {secondLines.map((line) => (
            <path key={`second ${line}`} d={line} data-second />
          ))}
        </svg>
        {points.map(({ x, y, kind, text, isSecond }, index) => {
          const place = { insetInlineStart: `${String(x)}%`, insetBlockStart: `${String(y)}%` };
          const isLast = index === points.length - 1 || points[index + 1]?.isSecond !== isSecond;
          return (
            // oxlint-disable-next-line react/no-array-index-key -- points never move among each other
            <span key={index}>
              <b className={look.point} data-kind={kind} style={place} />
              {kind === 'less' || kind === 'more' || isLast ? (
                <span
                  className={look.pointText}
                  data-end={x > 85 || x === latest || undefined}
                  data-below={isSecond || undefined}
                  style={place}
                >
                  {text}
                </span>
              ) : null}
            </span>
          );
        })}
      </div>
      <div className={look.times}>
        <span>{from}</span>
        <span>{to}</span>
      </div>
    </div>
  );
}
