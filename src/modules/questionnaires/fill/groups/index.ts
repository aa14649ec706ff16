export { GroupField } from './GroupField.tsx';
export { EnclosingRows } from './EnclosingRows.tsx';
