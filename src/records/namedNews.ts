/** The name of a new item: what it is and from whom, never its content. */
export interface NamedNews {
  readonly key: string;
  readonly title: string;
  /** The language of the title, where it may differ from the page's. */
  readonly lang?: string;
  /** What it is, for screen readers, when only an icon shows it. */
  readonly kind?: string;
  /** From whom, and when. */
  readonly line: string;
  /** When it came, for sorting: `2026-11-12` or an instant. */
  readonly when: string;
}
