/**
 * A script for every page of a device. Its clock is `hours` off, and `shiftClock(milliseconds)` moves it, also for later loads. The
 * browser's monotonic clock does not change.
 */
export const deviceClock = (hours = 0): string =>
  `const Real = Date; let shift = Number(localStorage.getItem('test-clock') ?? ${hours * 3_600_000}); globalThis.shiftClock = (ms) => { shift = ms; localStorage.setItem('test-clock', String(ms)); }; globalThis.Date = class extends Real { constructor(...given) { if (given.length === 0) super(Real.now() + shift); else super(...given); } static now() { return Real.now() + shift; } };`;
