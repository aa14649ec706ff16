import type { CcdaId, IfSystemId } from '@portal/api';
import type { ComponentProps } from 'react';
import type { TextLink } from '../../../ui/TextLink.tsx';
import type { Telling } from './telling.ts';

/** A link of the app: where it leads, and what a press does instead of loading the page. */
export type AppLink = Pick<ComponentProps<typeof TextLink>, 'href' | 'onClick'>;

/** To the document in which an entry stands. */
export type DocumentLink = (document: { readonly ifSystemId: IfSystemId; readonly ccdaId: CcdaId }) => AppLink;

/** Where the lists lead; null where the person has no such page. */
export interface ListLinks {
  readonly document: DocumentLink;
  /** A new message to the care team. */
  readonly tell: AppLink | null;
  readonly results: AppLink | null;
}

/** What every part of the lists is told and leads to. */
export interface PartProps {
  readonly telling: Telling;
  readonly links: ListLinks;
  /** What texts of sources are written in that do not say it. */
  readonly sourceLang: string | undefined;
}
