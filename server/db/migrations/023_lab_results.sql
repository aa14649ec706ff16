-- What test results need beside the record itself: who wants to wait with one, what a facility holds back and what it explains.

-- Each account chooses for itself, so that somebody who acts for a patient decides nothing for them.
create table lab_result_choices (
  user_id bigint not null references users on delete cascade,
  lab_result_id bigint not null references lab_results on delete cascade,
  -- 'wait': closed until the first visit after chosen_at
  choice text not null check (choice in ('open', 'wait')),
  chosen_at timestamptz not null default now(),
  primary key (user_id, lab_result_id)
);
create index lab_result_choices_by_result on lab_result_choices (lab_result_id);

-- [{"codes": ["PAT", "GE"], "days": 5}, {"codes": ["…"], "days": null}]: results of these categories or tests become visible so many
-- days after they came in, or (null) when they are released.
alter table facilities add result_holds jsonb not null default '[]';
alter table lab_results add released_at timestamptz;

-- Codes of the kind of laboratory (`PAT`, `MB`, …), by which a facility holds back.
alter table lab_reports add categories text[] not null default '{}';
alter table observations add service_codes text[] not null default '{}';

-- What a facility says of a test, for everybody who has it.
create table facility_explanations (
  facility_id bigint not null references facilities on delete cascade,
  language text not null,
  -- of a value or of a report, such as a LOINC code
  code text not null,
  title text not null,
  content text not null,
  primary key (facility_id, language, code)
);
