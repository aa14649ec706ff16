/** The kinds of reminders, by the prefix of their fields in both settings. */
export const reminderKinds = ['appointment', 'followUp', 'secureMessage', 'questionnaire', 'record'] as const;
export type ReminderKind = (typeof reminderKinds)[number];
