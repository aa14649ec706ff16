/** Loads the dialog that asks before something is declined. */
export const loadConfirmDialog = () => import('../../ui/dialog/Dialog.tsx');
