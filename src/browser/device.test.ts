import { expect, test } from 'vitest';
import { opensFilesDirectly } from './device.ts';

test.each([
  ['Android', 'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 Chrome/130.0 Mobile Safari/537.36', 5, true],
  ['webOS', 'Mozilla/5.0 (webOS/1.4.0; U; en-US) AppleWebKit/532.2 Version/1.0 Safari/532.2 Pre/1.0', 0, true],
  ['iPhone', 'Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) AppleWebKit/605.1.15 Safari/604.1', 5, true],
  ['iPad', 'Mozilla/5.0 (iPad; CPU OS 12_0 like Mac OS X) AppleWebKit/605.1.15 Safari/604.1', 5, true],
  ['an iPad of today', 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Safari/605.1.15', 5, true],
  ['iPod', 'Mozilla/5.0 (iPod touch; CPU iPhone OS 12_0 like Mac OS X) AppleWebKit/605.1.15 Safari/604.1', 5, true],
  ['BlackBerry', 'Mozilla/5.0 (BlackBerry; U; BlackBerry 9900; en) AppleWebKit/534.11 Safari/534.11', 0, true],
  ['IEMobile', 'Mozilla/5.0 (compatible; MSIE 10.0; Windows Phone 8.0; Trident/6.0; IEMobile/10.0)', 0, true],
  ['Opera Mini', 'Opera/9.80 (J2ME/MIDP; Opera Mini/9.80; U; en) Presto/2.5.25', 0, true],
  ['a Mac', 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Safari/605.1.15', 0, false],
  ['a PC with a touch screen', 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/130.0 Safari/537.36', 10, false],
])('mobile user agents open the note page directly: %s', (_, userAgent, maxTouchPoints, is) => {
  expect(opensFilesDirectly({ userAgent, maxTouchPoints })).toBe(is);
});
