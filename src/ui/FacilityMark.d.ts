import type { ReactNode } from 'react';
/** The facility's logo from its theme, or ours where it has none. `onDeep`: it stands on the deep surface. */
export declare const FacilityMark: ({ hasLogo, onDeep }: {
    hasLogo: boolean;
    onDeep?: boolean;
}) => ReactNode;
