import type { CcdaId, IfSystemId, RecordChange } from '@portal/api';
import type { ComponentProps } from 'react';
import type { TextLink } from '../../../ui/TextLink.tsx';
import type { LinkProps } from '../../../records/links.ts';
import type { Telling } from './telling.ts';

/** The properties of a link: its address, and what a press does instead of loading the page. */
export type AppLink = Pick<ComponentProps<typeof TextLink>, 'href' | 'onClick'>;

export type DocumentLink = (document: { readonly ifSystemId: IfSystemId; readonly ccdaId: CcdaId }) => AppLink;

/** The links of the lists; null where the person has no such page. */
export interface ListLinks {
  readonly document: DocumentLink;
  /** A new message to the care team. */
  readonly tell: LinkProps | null;
  readonly results: AppLink | null;
}

/** What every part of the lists gets. */
export interface PartProps {
  readonly telling: Telling;
  readonly links: ListLinks;
  /** The language of sources' texts that do not say theirs. */
  readonly sourceLang: string | undefined;
  /** What changed of an entry since its reader last looked, by the entry's key. */
  readonly changeOf: (key: string) => RecordChange | undefined;
}
