/**
 * A link that opens the device's map app with directions to a place: Apple's on its devices, the chosen one on Android, elsewhere a map
 * that needs no account. It contains only the place; nothing is loaded until it is pressed.
 */
export function directionsHref(place: string, userAgent: string): string {
  const to = encodeURIComponent(place);
  if (/Android/i.test(userAgent)) return `geo:0,0?q=${to}`;
  if (/iPhone|iPad|iPod|Macintosh/i.test(userAgent)) return `https://maps.apple.com/?daddr=${to}`;
  return `https://www.openstreetmap.org/directions?to=${to}`;
}
