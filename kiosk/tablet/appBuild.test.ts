import { expect, it } from 'vitest';
import { buildIn } from './appBuild.ts';

it('a build is named by the changing part of its first script', () => {
  expect(buildIn('https://kiosk.example/assets/index-BkTw9_a-.js')).toBe('BkTw9_a-');
  expect(buildIn('https://kiosk.example/assets/kiosk-entry-12345678.js')).toBe('12345678');
  expect(buildIn('http://localhost:5173/main.tsx')).toBeNull();
  expect(buildIn('')).toBeNull();
});
