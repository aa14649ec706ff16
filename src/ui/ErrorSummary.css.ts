import { component, inside } from './layers.css.ts';

export const errorSummary = component({
  border: '2px solid var(--danger-mark)',
  borderRadius: 'var(--radius-l)',
  background: 'var(--surface-raised)',
  padding: 'var(--space-5)',
  marginBlockEnd: 'var(--space-6)',
});

inside(`.${errorSummary} h2`, {
  display: 'flex',
  gap: 'var(--space-3)',
  alignItems: 'flex-start',
  fontSize: 'var(--text-l)',
  color: 'var(--danger-text)',
});

inside(`.${errorSummary} ul`, { marginBlockStart: 'var(--space-2)' });

inside(`.${errorSummary} li a`, {
  display: 'flex',
  alignItems: 'center',
  minBlockSize: 'var(--target)',
  color: 'var(--danger-text)',
  fontWeight: 'var(--weight-medium)',
  lineHeight: '1.35',
  paddingBlock: '0.375rem',
});
