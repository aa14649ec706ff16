-- What a laboratory gave before it corrected a value: as it was shown, with its unit where that was another one.
alter table observation_values add first_given text;
