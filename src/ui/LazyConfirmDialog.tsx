import { type ComponentProps, type ReactNode, Suspense, lazy } from 'react';

/** Loads the dialog before it is asked for, for a question that may come without a connection. */
export const loadDialog = () => import('./dialog/Dialog.tsx');
const ConfirmDialog = lazy(async () => ({ default: (await loadDialog()).ConfirmDialog }));

/** A `ConfirmDialog` whose code is loaded with the first question. */
export const LazyConfirmDialog = (props: ComponentProps<typeof ConfirmDialog>): ReactNode => (
  <Suspense fallback={null}>
    <ConfirmDialog {...props} />
  </Suspense>
);
