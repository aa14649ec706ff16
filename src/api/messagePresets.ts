import { changing } from './presets.ts';

/** What the calls of secure messages share. */
export const ofMessages = {
  capability: 'SecureMessages',
  section: 'SecureMessages',
  access: ['patient', 'representative'],
} as const;
export const writingMessages = { ...changing, ...ofMessages, right: 'write', method: 'POST' } as const;
export const messagesPath = '/api/patients/{patientId}/SecureMessages';

/** Four times the text's length for escapes, and the rest. */
export const largestMessage = 64_000;
