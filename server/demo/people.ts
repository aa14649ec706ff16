/** The password of all demo users and the kiosk manager's PIN (rulings, section 7). */
export const demoPassword = 'Demo+Pass1';
export const demoPin = '246810';

/** What `npm start` prints for whoever wants to look around. */
export const signIns: readonly string[] = [
  `Sign in with the password ${demoPassword} as`,
  '  patient          a patient with everything switched on',
  '  newpatient       has not accepted the terms',
  '  noemail          has no email address',
  '  expired          must change the password at login',
  '  representative   acts for "patient", and may see a little of somebody else\'s',
  '  limited          a patient of Harbour Point with few capabilities',
  `  kiosk            kiosk manager, at the kiosk's address; PIN ${demoPin}`,
];

export interface Person {
  readonly first: string;
  readonly last: string;
  readonly born: string;
  readonly facility: 'northlight' | 'harbour';
  readonly username: string | null;
  readonly email: string | null;
  readonly language: string | null;
  readonly eula: boolean;
  readonly mustChange: boolean;
  readonly dueToday: boolean;
  readonly notStartable: boolean;
}

const person = (
  facility: Person['facility'],
  first: string,
  last: string,
  born: string,
  more: Partial<Person> = {},
): Person => ({
  facility,
  first,
  last,
  born,
  username: null,
  email: null,
  language: null,
  eula: false,
  mustChange: false,
  dueToday: false,
  notStartable: false,
  ...more,
});
const login = (username: string, more: Partial<Person> = {}): Partial<Person> => ({
  username,
  email: `${username}@example.org`,
  eula: true,
  ...more,
});
const waiting = { dueToday: true } as const;

/** Invented people. None of them lives anywhere. */
export const demoPatients: readonly Person[] = [
  person('northlight', 'Juniper', 'Applewhistle', '1971-03-14', login('patient', waiting)),
  person('northlight', 'Barnaby', 'Quillfeather', '1988-11-02', login('newpatient', { eula: false })),
  person('northlight', 'Ottilie', 'Fernbrook', '1959-07-21', login('noemail', { email: null })),
  person('northlight', 'Caspian', 'Dunmore-Hale', '1994-01-30', login('expired', { mustChange: true })),
  person('harbour', 'Marisol', 'Winterbourne', '1980-09-09', login('limited', { language: 'es' })),
  person('northlight', 'Abel', 'Starling', '1946-05-17', waiting),
  person('northlight', 'Agnes', 'Vantongeren', '1938-12-01', waiting),
  person('northlight', 'Beatriz', 'Solano Peña', '1967-08-25', { ...waiting, language: 'es' }),
  person('northlight', 'Cornelius', 'Mapleshade', '1952-02-29', waiting),
  person('northlight', 'Delphine', 'Rousselet', '1975-10-11', { ...waiting, language: 'fr' }),
  person('northlight', 'Edwin', 'Thistlewood', '1961-06-06', { ...waiting, notStartable: true }),
  person('northlight', 'Floriane', 'Oakenfold', '1990-04-18', waiting),
  person('northlight', 'Gideon', 'Peppercorn', '1949-09-30', waiting),
  person('northlight', 'Hortense', 'Larkspur', '1983-12-24'),
  person('northlight', 'Ignatius', 'Brindlecombe', '1957-01-08'),
  person('northlight', 'Jacinta', 'Moreira', '1969-11-19', { language: 'pt' }),
  person('northlight', 'Kester', 'Hollowell', '1978-07-03'),
  person('northlight', 'Lavinia', 'Crabtree', '1944-03-27'),
  person('harbour', 'Mei', 'Lin-Hartley', '1986-05-05', { ...waiting, language: 'zh' }),
  person('harbour', 'Nathaniel', 'Seabright', '1955-08-14', waiting),
  person('harbour', 'Odalys', 'Quintero', '1972-02-02', { ...waiting, language: 'es' }),
  person('harbour', 'Percival', 'Gullane', '1963-10-28', waiting),
  person('harbour', 'Rosamund', 'Tidewell', '1948-06-15', waiting),
  person('harbour', 'Silas', 'Anchorsmith', '1991-09-22', waiting),
  person('harbour', 'Tamsin', 'Pebblecroft', '1979-04-01', waiting),
  person('harbour', 'Ulric', 'Saltmarsh', '1940-12-12'),
  person('harbour', 'Verity', 'Cormorant', '1998-03-08'),
  person('harbour', 'Wendell', 'Kelpman', '1966-07-29'),
  person('harbour', 'Xiomara', 'Delacruz', '1984-11-11', { language: 'es' }),
  person('harbour', 'Yusuf', 'Lanternby', '1953-05-23'),
  person('harbour', 'Zenobia', 'Driftwood', '1976-08-31'),
];
