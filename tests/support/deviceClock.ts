/**
 * A script for every page of a device: its clock stands so many hours off, and `shiftClock(milliseconds)` moves it, for later loads too. The
 * browser's monotonic clock goes on as it is.
 */
export const deviceClock = (hours = 0): string =>
  `const Real = Date; let shift = Number(localStorage.getItem('test-clock') ?? ${hours * 3_600_000}); globalThis.shiftClock = (ms) => { shift = ms; localStorage.setItem('test-clock', String(ms)); }; globalThis.Date = class extends Real { constructor(...given) { if (given.length === 0) super(Real.now() + shift); else super(...given); } static now() { return Real.now() + shift; } };`;
