/** The dialog that asks before something is declined, fetched when somebody is about to. */
export const loadConfirmDialog = () => import('../../ui/dialog/Dialog.tsx');
