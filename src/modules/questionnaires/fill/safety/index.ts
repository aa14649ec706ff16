export { SafetyTextBelow, SafetyTexts } from './SafetyTexts.tsx';
