import { type ReactNode, useEffect } from 'react';
import { loadFacilityWords } from '../language.ts';
import { UpdateBar } from './UpdateBar.tsx';

/** What comes after the first picture: the facility's own words, the worker and its updates. */
export function Later(): ReactNode {
  useEffect(() => void loadFacilityWords(), []);
  return <UpdateBar />;
}
