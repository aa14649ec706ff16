import { afterAll, vi } from 'vitest';

// Unit tests share a process, so what one file replaces would also affect the next.
afterAll(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  vi.useRealTimers();
});
