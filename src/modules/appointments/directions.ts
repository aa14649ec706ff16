/**
 * A link that opens the map app of a device with the way to a place: Apple's on its devices, whichever one has chosen on Android,
 * elsewhere a map that asks for no account. It holds the place alone; nothing is fetched until it is pressed.
 */
export function directionsHref(place: string, userAgent: string): string {
  const to = encodeURIComponent(place);
  if (/Android/i.test(userAgent)) return `geo:0,0?q=${to}`;
  if (/iPhone|iPad|iPod|Macintosh/i.test(userAgent)) return `https://maps.apple.com/?daddr=${to}`;
  return `https://www.openstreetmap.org/directions?to=${to}`;
}
