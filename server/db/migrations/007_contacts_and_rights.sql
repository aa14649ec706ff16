-- The personal contacts of a patient, who of them may act for the patient, and what each may see and do.

create table relationships (
  id integer primary key,
  code text not null unique,
  -- by language
  names jsonb not null,
  sort_order integer not null
);
insert into relationships (id, code, names, sort_order) values
  (1, 'Spouse', '{"en": "Spouse", "es": "Cónyuge", "fr": "Époux ou épouse", "pt": "Cônjuge", "zh": "配偶"}', 10),
  (2, 'Partner', '{"en": "Partner", "es": "Pareja", "fr": "Partenaire", "pt": "Companheiro(a)", "zh": "伴侣"}', 20),
  (3, 'Parent', '{"en": "Parent", "es": "Padre o madre", "fr": "Père ou mère", "pt": "Pai ou mãe", "zh": "父母"}', 30),
  (4, 'Child', '{"en": "Child", "es": "Hijo o hija", "fr": "Fils ou fille", "pt": "Filho ou filha", "zh": "子女"}', 40),
  (5, 'Sibling', '{"en": "Brother or sister", "es": "Hermano o hermana", "fr": "Frère ou sœur", "pt": "Irmão ou irmã", "zh": "兄弟姐妹"}', 50),
  (6, 'Grandparent', '{"en": "Grandparent", "es": "Abuelo o abuela", "fr": "Grand-parent", "pt": "Avô ou avó", "zh": "祖父母或外祖父母"}', 60),
  (7, 'Grandchild', '{"en": "Grandchild", "es": "Nieto o nieta", "fr": "Petit-enfant", "pt": "Neto ou neta", "zh": "孙子女或外孙子女"}', 70),
  (8, 'OtherRelative', '{"en": "Other relative", "es": "Otro familiar", "fr": "Autre parent", "pt": "Outro parente", "zh": "其他亲属"}', 80),
  (9, 'Friend', '{"en": "Friend", "es": "Amigo o amiga", "fr": "Ami ou amie", "pt": "Amigo ou amiga", "zh": "朋友"}', 90),
  (10, 'Neighbor', '{"en": "Neighbor", "es": "Vecino o vecina", "fr": "Voisin ou voisine", "pt": "Vizinho ou vizinha", "zh": "邻居"}', 100),
  (11, 'Caregiver', '{"en": "Caregiver", "es": "Cuidador o cuidadora", "fr": "Proche aidant", "pt": "Cuidador ou cuidadora", "zh": "护理人员"}', 110),
  (12, 'Guardian', '{"en": "Legal guardian", "es": "Tutor legal", "fr": "Tuteur légal", "pt": "Responsável legal", "zh": "法定监护人"}', 120),
  (13, 'Attorney', '{"en": "Holder of a power of attorney", "es": "Apoderado legal", "fr": "Mandataire", "pt": "Procurador legal", "zh": "法定代理人"}', 130),
  (14, 'Other', '{"en": "Other", "es": "Otra", "fr": "Autre", "pt": "Outro", "zh": "其他"}', 140);

create table preferred_communications (
  id integer primary key,
  code text not null unique,
  names jsonb not null
);
insert into preferred_communications (id, code, names) values
  (1, 'HomePhone', '{"en": "Home phone", "es": "Teléfono de casa", "fr": "Téléphone à la maison", "pt": "Telefone residencial", "zh": "家庭电话"}'),
  (2, 'MobilePhone', '{"en": "Mobile phone", "es": "Teléfono celular", "fr": "Téléphone cellulaire", "pt": "Telefone celular", "zh": "手机"}'),
  (3, 'WorkPhone', '{"en": "Work phone", "es": "Teléfono del trabajo", "fr": "Téléphone au travail", "pt": "Telefone comercial", "zh": "工作电话"}'),
  (4, 'Email', '{"en": "Email", "es": "Correo electrónico", "fr": "Courriel", "pt": "E-mail", "zh": "电子邮件"}'),
  (5, 'Text', '{"en": "Text message", "es": "Mensaje de texto", "fr": "Message texte", "pt": "Mensagem de texto", "zh": "短信"}'),
  (6, 'Mail', '{"en": "Letter", "es": "Carta", "fr": "Lettre", "pt": "Carta", "zh": "信件"}'),
  (7, 'Fax', '{"en": "Fax", "es": "Fax", "fr": "Télécopieur", "pt": "Fax", "zh": "传真"}');

-- Their names come from the server's own tables of languages.
create table countries (
  id integer generated always as identity primary key,
  code text not null unique check (code ~ '^[A-Z]{2}$'),
  sort_order integer not null default 100
);
insert into countries (code) select unnest(string_to_array('AD AE AF AG AI AL AM AO AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BW BY BZ CA CD CF CG CH CI CK CL CM CN CO CR CU CV CW CY CZ DE DJ DK DM DO DZ EC EE EG ER ES ET FI FJ FK FM FO FR GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GT GU GW GY HK HN HR HT HU ID IE IL IM IN IQ IR IS IT JE JM JO JP KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT MU MV MW MX MY MZ NA NC NE NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PR PS PT PW PY QA RE RO RS RU RW SA SB SC SD SE SG SH SI SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TG TH TJ TK TL TM TN TO TR TT TV TW TZ UA UG US UY UZ VA VC VE VG VI VN VU WF WS YE YT ZA ZM ZW CC CX EH IO NF PN SJ XK', ' '));
update countries set sort_order = case code when 'US' then 1 when 'CA' then 2 when 'MX' then 3 else 4 end where code in ('US', 'CA', 'MX', 'BR');

create table states (
  id integer generated always as identity primary key,
  country_id integer not null references countries,
  code text not null,
  -- as those who live there write it, in every language: addresses hold it
  name text not null,
  unique (country_id, code)
);
insert into states (country_id, code, name) select c.id, one.code, one.name from (values
  ('US', 'AL', 'Alabama'),
  ('US', 'AK', 'Alaska'),
  ('US', 'AZ', 'Arizona'),
  ('US', 'AR', 'Arkansas'),
  ('US', 'CA', 'California'),
  ('US', 'CO', 'Colorado'),
  ('US', 'CT', 'Connecticut'),
  ('US', 'DE', 'Delaware'),
  ('US', 'DC', 'District of Columbia'),
  ('US', 'FL', 'Florida'),
  ('US', 'GA', 'Georgia'),
  ('US', 'HI', 'Hawaii'),
  ('US', 'ID', 'Idaho'),
  ('US', 'IL', 'Illinois'),
  ('US', 'IN', 'Indiana'),
  ('US', 'IA', 'Iowa'),
  ('US', 'KS', 'Kansas'),
  ('US', 'KY', 'Kentucky'),
  ('US', 'LA', 'Louisiana'),
  ('US', 'ME', 'Maine'),
  ('US', 'MD', 'Maryland'),
  ('US', 'MA', 'Massachusetts'),
  ('US', 'MI', 'Michigan'),
  ('US', 'MN', 'Minnesota'),
  ('US', 'MS', 'Mississippi'),
  ('US', 'MO', 'Missouri'),
  ('US', 'MT', 'Montana'),
  ('US', 'NE', 'Nebraska'),
  ('US', 'NV', 'Nevada'),
  ('US', 'NH', 'New Hampshire'),
  ('US', 'NJ', 'New Jersey'),
  ('US', 'NM', 'New Mexico'),
  ('US', 'NY', 'New York'),
  ('US', 'NC', 'North Carolina'),
  ('US', 'ND', 'North Dakota'),
  ('US', 'OH', 'Ohio'),
  ('US', 'OK', 'Oklahoma'),
  ('US', 'OR', 'Oregon'),
  ('US', 'PA', 'Pennsylvania'),
  ('US', 'RI', 'Rhode Island'),
  ('US', 'SC', 'South Carolina'),
  ('US', 'SD', 'South Dakota'),
  ('US', 'TN', 'Tennessee'),
  ('US', 'TX', 'Texas'),
  ('US', 'UT', 'Utah'),
  ('US', 'VT', 'Vermont'),
  ('US', 'VA', 'Virginia'),
  ('US', 'WA', 'Washington'),
  ('US', 'WV', 'West Virginia'),
  ('US', 'WI', 'Wisconsin'),
  ('US', 'WY', 'Wyoming'),
  ('CA', 'AB', 'Alberta'),
  ('CA', 'BC', 'British Columbia'),
  ('CA', 'MB', 'Manitoba'),
  ('CA', 'NB', 'New Brunswick'),
  ('CA', 'NL', 'Newfoundland and Labrador'),
  ('CA', 'NS', 'Nova Scotia'),
  ('CA', 'NT', 'Northwest Territories'),
  ('CA', 'NU', 'Nunavut'),
  ('CA', 'ON', 'Ontario'),
  ('CA', 'PE', 'Prince Edward Island'),
  ('CA', 'QC', 'Québec'),
  ('CA', 'SK', 'Saskatchewan'),
  ('CA', 'YT', 'Yukon'),
  ('MX', 'AGU', 'Aguascalientes'),
  ('MX', 'BCN', 'Baja California'),
  ('MX', 'BCS', 'Baja California Sur'),
  ('MX', 'CAM', 'Campeche'),
  ('MX', 'CHP', 'Chiapas'),
  ('MX', 'CHH', 'Chihuahua'),
  ('MX', 'CMX', 'Ciudad de México'),
  ('MX', 'COA', 'Coahuila'),
  ('MX', 'COL', 'Colima'),
  ('MX', 'DUR', 'Durango'),
  ('MX', 'GUA', 'Guanajuato'),
  ('MX', 'GRO', 'Guerrero'),
  ('MX', 'HID', 'Hidalgo'),
  ('MX', 'JAL', 'Jalisco'),
  ('MX', 'MEX', 'México'),
  ('MX', 'MIC', 'Michoacán'),
  ('MX', 'MOR', 'Morelos'),
  ('MX', 'NAY', 'Nayarit'),
  ('MX', 'NLE', 'Nuevo León'),
  ('MX', 'OAX', 'Oaxaca'),
  ('MX', 'PUE', 'Puebla'),
  ('MX', 'QUE', 'Querétaro'),
  ('MX', 'ROO', 'Quintana Roo'),
  ('MX', 'SLP', 'San Luis Potosí'),
  ('MX', 'SIN', 'Sinaloa'),
  ('MX', 'SON', 'Sonora'),
  ('MX', 'TAB', 'Tabasco'),
  ('MX', 'TAM', 'Tamaulipas'),
  ('MX', 'TLA', 'Tlaxcala'),
  ('MX', 'VER', 'Veracruz'),
  ('MX', 'YUC', 'Yucatán'),
  ('MX', 'ZAC', 'Zacatecas'),
  ('BR', 'AC', 'Acre'),
  ('BR', 'AL', 'Alagoas'),
  ('BR', 'AP', 'Amapá'),
  ('BR', 'AM', 'Amazonas'),
  ('BR', 'BA', 'Bahia'),
  ('BR', 'CE', 'Ceará'),
  ('BR', 'DF', 'Distrito Federal'),
  ('BR', 'ES', 'Espírito Santo'),
  ('BR', 'GO', 'Goiás'),
  ('BR', 'MA', 'Maranhão'),
  ('BR', 'MT', 'Mato Grosso'),
  ('BR', 'MS', 'Mato Grosso do Sul'),
  ('BR', 'MG', 'Minas Gerais'),
  ('BR', 'PA', 'Pará'),
  ('BR', 'PB', 'Paraíba'),
  ('BR', 'PR', 'Paraná'),
  ('BR', 'PE', 'Pernambuco'),
  ('BR', 'PI', 'Piauí'),
  ('BR', 'RJ', 'Rio de Janeiro'),
  ('BR', 'RN', 'Rio Grande do Norte'),
  ('BR', 'RS', 'Rio Grande do Sul'),
  ('BR', 'RO', 'Rondônia'),
  ('BR', 'RR', 'Roraima'),
  ('BR', 'SC', 'Santa Catarina'),
  ('BR', 'SP', 'São Paulo'),
  ('BR', 'SE', 'Sergipe'),
  ('BR', 'TO', 'Tocantins')
) as one(country, code, name) join countries c on c.code = one.country;

-- What a user reads: the language that they chose, or their record's, or their facility's.
create function language_of(reader bigint) returns text language sql stable as $$
  select coalesce(u.language, p.language, f.default_language)
  from users u join facilities f on f.id = u.facility_id left join patients p on p.user_id = u.id where u.id = reader
$$;

create table contacts (
  id bigint generated always as identity primary key,
  patient_id bigint not null references patients on delete cascade,
  first_name text not null,
  last_name text not null,
  suffix text,
  relationship_id integer not null references relationships,
  is_primary boolean not null default false,
  is_next_of_kin boolean not null default false,
  provides_transport boolean not null default false,
  -- then the address that is read is the patient's, and the columns here are empty
  uses_patient_address boolean not null default false,
  address1 text,
  address2 text,
  city text,
  zip_code text,
  state text,
  country text,
  home_phone text,
  mobile_phone text,
  work_phone text,
  is_ok_to_leave_message_home boolean not null default false,
  is_ok_to_leave_message_mobile boolean not null default false,
  is_ok_to_leave_message_work boolean not null default false,
  email text,
  preferred_communication_id integer references preferred_communications,
  language text not null,
  is_active boolean not null default true,
  -- the account with which the contact acts for the patient, if there is one
  representative_user_id bigint references users on delete set null,
  -- `Section:right`: what an account will begin with; null: what is usual
  chosen_rights text[],
  created_at timestamptz not null default now(),
  check (not uses_patient_address or num_nonnulls(address1, address2, city, zip_code, state, country) = 0)
);
create index contacts_by_patient on contacts (patient_id);
create unique index one_primary_contact on contacts (patient_id) where is_primary;
create unique index one_contact_by_account on contacts (patient_id, representative_user_id) where representative_user_id is not null;
create index contacts_by_account on contacts (representative_user_id) where representative_user_id is not null;

-- What a user may do for a patient. Counts only while their link (representative_links) stands; taking the link away keeps what was chosen.
create table representative_rights (
  user_id bigint not null,
  patient_id bigint not null,
  section text not null,
  "right" text not null check ("right" in ('read', 'answer', 'write')),
  primary key (user_id, patient_id, section, "right"),
  foreign key (user_id, patient_id) references representative_links on delete cascade
);

-- Whoever acts for somebody already may do all that they could do.
insert into representative_rights (user_id, patient_id, section, "right")
  select l.user_id, l.patient_id, one.section, one."right" from representative_links l cross join (values
    ('Appointments', 'read'), ('FollowUpPlan', 'read'), ('Education', 'read'), ('Questionnaires', 'read'), ('Questionnaires', 'answer'),
    ('CareTeam', 'read'), ('PersonalContacts', 'read')) as one(section, "right");

-- Nobody acts for a patient, or is invited to, without standing among the contacts, where the patient can see it and end it.
insert into contacts (patient_id, first_name, last_name, relationship_id, email, language, representative_user_id)
  select l.patient_id, u.first_name, u.last_name, (select id from relationships where code = 'Other'), u.email, language_of(u.id), u.id
  from representative_links l join users u on u.id = l.user_id;

alter table invitations
  add column contact_id bigint references contacts on delete cascade,
  -- the PIN under the server's key, for the page to print; deleted after 12 hours
  add column sealed_pin bytea;
create index invitations_by_contact on invitations (contact_id) where contact_id is not null;

insert into contacts (patient_id, first_name, last_name, relationship_id, email, language)
  select distinct on (i.patient_id, lower(i.email)) i.patient_id, i.first_name, i.last_name, (select id from relationships where code = 'Other'), i.email, f.default_language
  from invitations i join patients p on p.id = i.patient_id join facilities f on f.id = p.home_facility_id
  where i.kind = 'representative' and i.used_at is null and i.revoked_at is null
  order by i.patient_id, lower(i.email), i.id desc;
update invitations i set contact_id = c.id from contacts c
  where i.kind = 'representative' and i.used_at is null and i.revoked_at is null and c.patient_id = i.patient_id and lower(c.email) = lower(i.email)
    and c.representative_user_id is null;
