/** The views of the gallery, as its address names them. */
export const viewNames = [
  'parts',
  'gate',
  'fill',
  'forms',
  'navigation',
  'tables',
  'kiosk-list',
  'kiosk-hand-over',
  'kiosk-question',
  'kiosk-scale',
  'kiosk-idle',
  'kiosk-finished',
] as const;
export type ViewName = (typeof viewNames)[number];

export interface ViewProps {
  settings: { view: string; scheme: string; facility: string; surface: string; language: string };
  change: (name: string, value: string) => void;
  viewNames: readonly string[];
}
