import { lazy } from 'react';

/** Setting up, with its QR code: most who see these pages only type a code. */
export const SetUp = lazy(async () => ({ default: (await import('./SetUp.tsx')).SetUp }));
/** Comes with it, because codes are shown once: a part that could not be loaded then would lose them. */
export const RecoveryCodes = lazy(async () => ({ default: (await import('./SetUp.tsx')).RecoveryCodes }));
