-- The day by which it was decided what is asked ("not after today", ages); null: the day on which it was closed.
alter table assigned_questionnaires add column answered_on date;
