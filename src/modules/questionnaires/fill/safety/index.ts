export { AllSafetyTexts, SafetyTextBelow } from './SafetyTexts.tsx';
