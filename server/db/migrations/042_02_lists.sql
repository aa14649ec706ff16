-- What contacts and addresses are chosen from.

create table relationships (
  id integer primary key,
  code text not null unique,
  -- by language
  names jsonb not null,
  sort_order integer not null
);
-- Whoever cares for somebody at home is no nurse; no wording that assumes a man.
insert into relationships (id, code, names, sort_order) values
  (1, 'Spouse', '{"en": "Spouse", "es": "Cónyuge", "fr": "Époux ou épouse", "pt": "Cônjuge", "zh": "配偶"}', 10),
  (2, 'Partner', '{"en": "Partner", "es": "Pareja", "fr": "Partenaire", "pt": "Companheiro(a)", "zh": "伴侣"}', 20),
  (3, 'Parent', '{"en": "Parent", "es": "Padre o madre", "fr": "Père ou mère", "pt": "Pai ou mãe", "zh": "父母"}', 30),
  (4, 'Child', '{"en": "Child", "es": "Hijo o hija", "fr": "Fils ou fille", "pt": "Filho ou filha", "zh": "子女"}', 40),
  (5, 'Sibling', '{"en": "Brother or sister", "es": "Hermano o hermana", "fr": "Frère ou sœur", "pt": "Irmão ou irmã", "zh": "兄弟姐妹"}', 50),
  (6, 'Grandparent', '{"en": "Grandparent", "es": "Abuelo o abuela", "fr": "Grand-parent", "pt": "Avô ou avó", "zh": "祖父母或外祖父母"}', 60),
  (7, 'Grandchild', '{"en": "Grandchild", "es": "Nieto o nieta", "fr": "Petit-enfant", "pt": "Neto ou neta", "zh": "孙子女或外孙子女"}', 70),
  (8, 'OtherRelative', '{"en": "Other relative", "es": "Otro familiar", "fr": "Autre parent", "pt": "Outro familiar", "zh": "其他亲属"}', 80),
  (9, 'Friend', '{"en": "Friend", "es": "Amigo o amiga", "fr": "Ami ou amie", "pt": "Amigo ou amiga", "zh": "朋友"}', 90),
  (10, 'Neighbor', '{"en": "Neighbor", "es": "Vecino o vecina", "fr": "Voisin ou voisine", "pt": "Vizinho ou vizinha", "zh": "邻居"}', 100),
  (11, 'Caregiver', '{"en": "Caregiver", "es": "Cuidador o cuidadora", "fr": "Personne proche aidante", "pt": "Cuidador ou cuidadora", "zh": "照护者"}', 110),
  (12, 'Guardian', '{"en": "Legal guardian", "es": "Tutor o tutora legal", "fr": "Tuteur ou tutrice légale", "pt": "Responsável legal", "zh": "法定监护人"}', 120),
  (13, 'Attorney', '{"en": "Holder of a power of attorney", "es": "Apoderado o apoderada legal", "fr": "Mandataire", "pt": "Procurador ou procuradora", "zh": "法定代理人"}', 130),
  (14, 'Other', '{"en": "Other", "es": "Otra", "fr": "Autre", "pt": "Outra", "zh": "其他"}', 140);

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
-- Four stand before all others.
insert into countries (code, sort_order)
  select code, coalesce(array_position(array['US', 'CA', 'MX', 'BR'], code), 100) from regexp_split_to_table(
  'AD AE AF AG AI AL AM AO AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BW BY BZ CA CD CF CG CH CI CK CL
  CM CN CO CR CU CV CW CY CZ DE DJ DK DM DO DZ EC EE EG ER ES ET FI FJ FK FM FO FR GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GT GU
  GW GY HK HN HR HT HU ID IE IL IM IN IQ IR IS IT JE JM JO JP KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA
  MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT MU MV MW MX MY MZ NA NC NE NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PR
  PS PT PW PY QA RE RO RS RU RW SA SB SC SD SE SG SH SI SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TG TH TJ TK TL TM TN TO TR TT TV
  TW TZ UA UG US UY UZ VA VC VE VG VI VN VU WF WS YE YT ZA ZM ZW CC CX EH IO NF PN SJ XK', '\s+') code;

create table states (
  id integer generated always as identity primary key,
  country_id integer not null references countries,
  code text not null,
  -- as those who live there write it, in every language: addresses hold it
  name text not null,
  unique (country_id, code)
);
insert into states (country_id, code, name) select c.id, one.code, one.name from (values
  ('US', 'AL', 'Alabama'), ('US', 'AK', 'Alaska'), ('US', 'AZ', 'Arizona'), ('US', 'AR', 'Arkansas'), ('US', 'CA', 'California'),
  ('US', 'CO', 'Colorado'), ('US', 'CT', 'Connecticut'), ('US', 'DE', 'Delaware'), ('US', 'DC', 'District of Columbia'),
  ('US', 'FL', 'Florida'), ('US', 'GA', 'Georgia'), ('US', 'HI', 'Hawaii'), ('US', 'ID', 'Idaho'), ('US', 'IL', 'Illinois'),
  ('US', 'IN', 'Indiana'), ('US', 'IA', 'Iowa'), ('US', 'KS', 'Kansas'), ('US', 'KY', 'Kentucky'), ('US', 'LA', 'Louisiana'),
  ('US', 'ME', 'Maine'), ('US', 'MD', 'Maryland'), ('US', 'MA', 'Massachusetts'), ('US', 'MI', 'Michigan'), ('US', 'MN', 'Minnesota'),
  ('US', 'MS', 'Mississippi'), ('US', 'MO', 'Missouri'), ('US', 'MT', 'Montana'), ('US', 'NE', 'Nebraska'), ('US', 'NV', 'Nevada'),
  ('US', 'NH', 'New Hampshire'), ('US', 'NJ', 'New Jersey'), ('US', 'NM', 'New Mexico'), ('US', 'NY', 'New York'),
  ('US', 'NC', 'North Carolina'), ('US', 'ND', 'North Dakota'), ('US', 'OH', 'Ohio'), ('US', 'OK', 'Oklahoma'), ('US', 'OR', 'Oregon'),
  ('US', 'PA', 'Pennsylvania'), ('US', 'RI', 'Rhode Island'), ('US', 'SC', 'South Carolina'), ('US', 'SD', 'South Dakota'),
  ('US', 'TN', 'Tennessee'), ('US', 'TX', 'Texas'), ('US', 'UT', 'Utah'), ('US', 'VT', 'Vermont'), ('US', 'VA', 'Virginia'),
  ('US', 'WA', 'Washington'), ('US', 'WV', 'West Virginia'), ('US', 'WI', 'Wisconsin'), ('US', 'WY', 'Wyoming'),
  ('CA', 'AB', 'Alberta'), ('CA', 'BC', 'British Columbia'), ('CA', 'MB', 'Manitoba'), ('CA', 'NB', 'New Brunswick'),
  ('CA', 'NL', 'Newfoundland and Labrador'), ('CA', 'NS', 'Nova Scotia'), ('CA', 'NT', 'Northwest Territories'), ('CA', 'NU', 'Nunavut'),
  ('CA', 'ON', 'Ontario'), ('CA', 'PE', 'Prince Edward Island'), ('CA', 'QC', 'Québec'), ('CA', 'SK', 'Saskatchewan'),
  ('CA', 'YT', 'Yukon'),
  ('MX', 'AGU', 'Aguascalientes'), ('MX', 'BCN', 'Baja California'), ('MX', 'BCS', 'Baja California Sur'), ('MX', 'CAM', 'Campeche'),
  ('MX', 'CHP', 'Chiapas'), ('MX', 'CHH', 'Chihuahua'), ('MX', 'CMX', 'Ciudad de México'), ('MX', 'COA', 'Coahuila'),
  ('MX', 'COL', 'Colima'), ('MX', 'DUR', 'Durango'), ('MX', 'GUA', 'Guanajuato'), ('MX', 'GRO', 'Guerrero'), ('MX', 'HID', 'Hidalgo'),
  ('MX', 'JAL', 'Jalisco'), ('MX', 'MEX', 'México'), ('MX', 'MIC', 'Michoacán'), ('MX', 'MOR', 'Morelos'), ('MX', 'NAY', 'Nayarit'),
  ('MX', 'NLE', 'Nuevo León'), ('MX', 'OAX', 'Oaxaca'), ('MX', 'PUE', 'Puebla'), ('MX', 'QUE', 'Querétaro'),
  ('MX', 'ROO', 'Quintana Roo'), ('MX', 'SLP', 'San Luis Potosí'), ('MX', 'SIN', 'Sinaloa'), ('MX', 'SON', 'Sonora'),
  ('MX', 'TAB', 'Tabasco'), ('MX', 'TAM', 'Tamaulipas'), ('MX', 'TLA', 'Tlaxcala'), ('MX', 'VER', 'Veracruz'), ('MX', 'YUC', 'Yucatán'),
  ('MX', 'ZAC', 'Zacatecas'),
  ('BR', 'AC', 'Acre'), ('BR', 'AL', 'Alagoas'), ('BR', 'AP', 'Amapá'), ('BR', 'AM', 'Amazonas'), ('BR', 'BA', 'Bahia'),
  ('BR', 'CE', 'Ceará'), ('BR', 'DF', 'Distrito Federal'), ('BR', 'ES', 'Espírito Santo'), ('BR', 'GO', 'Goiás'),
  ('BR', 'MA', 'Maranhão'), ('BR', 'MT', 'Mato Grosso'), ('BR', 'MS', 'Mato Grosso do Sul'), ('BR', 'MG', 'Minas Gerais'),
  ('BR', 'PA', 'Pará'), ('BR', 'PB', 'Paraíba'), ('BR', 'PR', 'Paraná'), ('BR', 'PE', 'Pernambuco'), ('BR', 'PI', 'Piauí'),
  ('BR', 'RJ', 'Rio de Janeiro'), ('BR', 'RN', 'Rio Grande do Norte'), ('BR', 'RS', 'Rio Grande do Sul'), ('BR', 'RO', 'Rondônia'),
  ('BR', 'RR', 'Roraima'), ('BR', 'SC', 'Santa Catarina'), ('BR', 'SP', 'São Paulo'), ('BR', 'SE', 'Sergipe'), ('BR', 'TO', 'Tocantins')
) as one(country, code, name) join countries c on c.code = one.country;
