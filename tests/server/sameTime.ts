/** The result of timing two kinds of request in pairs: the interval that contains the median of their differences, in milliseconds. */
export interface Difference {
  readonly pairs: number;
  readonly low: number;
  readonly high: number;
}

/** Two-sided, of a normal distribution: an interval misses the true median once in 15,000 times. */
const quantile = 4;
const warmUp = 12;
const batch = 60;

/**
 * The interval for the median of a sample by the sign test. It holds for every distribution, so that pauses of a busy machine widen it but
 * do not move it.
 */
export function medianInterval(sample: readonly number[]): { low: number; high: number } {
  const sorted = [...sample].sort((a, b) => a - b);
  const below = Math.floor((sorted.length - quantile * Math.sqrt(sorted.length)) / 2);
  const [low, high] = [sorted[below - 1], sorted[sorted.length - below]];
  return { low: low ?? Number.NEGATIVE_INFINITY, high: high ?? Number.POSITIVE_INFINITY };
}

/**
 * Measures two requests in turns, the first of each pair chosen at random, until it is certain whether they are less than `bound`
 * milliseconds apart, or until `most` pairs were measured. `before` runs before each pair and is not measured.
 */
export async function measureDifference({
  first,
  second,
  before = () => Promise.resolve(),
  bound,
  most,
}: {
  readonly first: () => Promise<unknown>;
  readonly second: () => Promise<unknown>;
  readonly before?: () => Promise<unknown>;
  readonly bound: number;
  readonly most: number;
}): Promise<Difference> {
  const took = async (work: () => Promise<unknown>): Promise<number> => {
    const begun = performance.now();
    await work();
    return performance.now() - begun;
  };
  const differences: number[] = [];
  for (let turn = 0; ; turn += 1) {
    await before();
    const isTurned = Math.random() < 0.5;
    const one = await took(isTurned ? second : first);
    const other = await took(isTurned ? first : second);
    if (turn < warmUp) continue;
    differences.push(isTurned ? one - other : other - one);
    const pairs = differences.length;
    if (pairs % batch !== 0) continue;
    const { low, high } = medianInterval(differences);
    const isCertain = (low > -bound && high < bound) || low > bound || high < -bound;
    if (isCertain || pairs >= most) return { pairs, low, high };
  }
}
