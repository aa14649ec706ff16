export { GroupField } from './GroupField.tsx';
export { PlaceRows } from './PlaceRows.tsx';
