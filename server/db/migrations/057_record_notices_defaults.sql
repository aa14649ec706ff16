-- Who has chosen nothing yet hears of the record as of messages: by email, unless the facility starts its accounts without.
update patient_reminder_settings set record_email = true where is_default and secure_message_email;
