import { expect, test, vi } from 'vitest';
import { showCamera } from './camera.ts';

test('the camera is off once it is no longer shown, also where the page was hidden while the person was being asked', async () => {
  const page = Object.assign(new EventTarget(), { hidden: false });
  vi.stubGlobal('document', page);
  const give: (() => void)[] = [];
  let running = 0;
  const stream = () => {
    running += 1;
    return { getTracks: () => [{ stop: () => (running -= 1) }] };
  };
  vi.stubGlobal('navigator', {
    mediaDevices: { getUserMedia: () => new Promise((resolve) => give.push(() => resolve(stream()))) },
  });
  const seen: string[] = [];
  const element = { srcObject: null, play: () => Promise.resolve() };
  const stop = showCamera(element, (state) => seen.push(state));
  for (const hidden of [true, false]) {
    page.hidden = hidden;
    page.dispatchEvent(new Event('visibilitychange'));
  }
  for (const one of give) one();
  await vi.waitFor(() => expect(seen).toContain('open'));
  expect(running).toBe(1);
  stop();
  expect(running).toBe(0);
});
