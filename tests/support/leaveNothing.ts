import { afterAll, vi } from 'vitest';

// Unit tests share a process, so that what one file replaced would answer the next one too.
afterAll(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  vi.useRealTimers();
});
