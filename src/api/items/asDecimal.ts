/** Rounds away the error of binary fractions (0.1 + 0.2), so that numbers are shown, compared and cut as people write them. */
export const asDecimal = (value: number): number => Number(value.toFixed(10));
