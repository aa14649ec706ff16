/** One new thing by its name: what it is and from whom, never what it says. */
export interface NamedNews {
  readonly key: string;
  readonly title: string;
  /** What the title is written in, where that may be another language than the page's. */
  readonly lang?: string;
  /** What it is, for screen readers, where an icon shows it. */
  readonly kind?: string;
  /** From whom, and when. */
  readonly line: string;
  /** When it came, to be sorted by: `2026-11-12` or an instant. */
  readonly when: string;
}
