import leaked from '@zxcvbn-ts/language-common/src/passwords.json' with { type: 'json' };

/** The words in most guessed passwords, without the digits and signs around them. Those of the languages and of health are in no list. */
const common = new Set(
  `password passwort contrasena motdepasse senha mima passw pass word passcode secret qwerty qwertz azerty asdf asdfgh asdfghjkl zxcvbn
  qwertyuiop qazwsx letmein welcome bienvenue bienvenido bemvindo hello hallo iloveyou loveyou admin administrator root login user guest
  test demo changeme default abc abcd abcdef abcdefg abcdefgh aaaa master monkey dragon shadow sunshine princess football baseball soccer
  superman batman starwars pokemon michael jennifer jordan charlie ashley daniel andrew thomas jesus trustno whatever freedom flower cheese
  computer internet google apple samsung summer winter spring autumn fall verano invierno primavera otono ete hiver printemps automne verao
  inverno outono january february march april may june july august september october november december monday tuesday wednesday thursday
  friday saturday sunday health hospital clinic doctor nurse patient portal patientportal mychart medical cancer northlight vestibule`.split(
    /\s+/,
  ),
);

const looksLike: Readonly<Record<string, string>> = {
  '@': 'a',
  '4': 'a',
  '3': 'e',
  '1': 'i',
  '!': 'i',
  '0': 'o',
  $: 's',
  '5': 's',
  '7': 't',
};
const plain = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
const lettersOf = (text: string): string =>
  text.replace(/[@4310$5!7]/g, (sign) => looksLike[sign] ?? sign).replace(/[^a-z]/g, '');

let leakedForms: ReadonlySet<string> | null = null;
/** The 49,000 passwords that leaked most often, also without their digits and signs. Made at the first use. */
const isLeaked = (form: string): boolean =>
  (leakedForms ??= new Set(leaked.flatMap((one) => [one, lettersOf(one)]).filter((one) => one.length >= 4))).has(form);

/** The words of names, addresses and the like, longest first, as they may stand in a password. */
const wordsIn = (texts: readonly string[]): readonly string[] =>
  [...new Set(texts.flatMap((text) => plain(text).split(/[^a-z]+/)))]
    .filter((word) => word.length >= 3)
    .toSorted((a, b) => b.length - a.length);

/**
 * Whether a password is among the first that anybody would try, although it follows the rules: it contains the username, is one common
 * word, a password that has leaked or a row of keys or digits, with digits and signs around it, or has little in it but what belongs to the
 * person: `personal` are names, address and facility.
 */
export function isGuessable(password: string, userName: string, personal: readonly string[] = []): boolean {
  const text = plain(password);
  // Many usernames are email addresses; their local part counts.
  const [name = ''] = plain(userName.trim()).split('@');
  if (name.length > 3 && text.includes(name)) return true;
  const core = text.replace(/^[^a-z]+|[^a-z]+$/g, '');
  // Signs at either end may be part of the word: "Pa$$w0rd!".
  const words = [core, text, text.replace(/[^a-z]+$/g, ''), text.replace(/[\d\W_]*\d{2,}[\d\W_]*$/g, '')].map(
    lettersOf,
  );
  if (words.some((word) => common.has(word) || (word.length > 3 && new Set(word).size === 1))) return true;
  const plainForms = [text, core, core.replace(/[\W_]+/g, ''), text.replace(/[\d\W_]+$/g, '')];
  if ([...plainForms, ...words].some(isLeaked)) return true;
  const own = wordsIn(personal);
  const isPersonal = (word: string): boolean =>
    word !== '' &&
    own.some((one) => word.includes(one)) &&
    own.reduce((left, one) => left.replaceAll(one, ''), word).length < 4;
  if (words.some(isPersonal)) return true;
  const digits = text.replace(/\D/g, '');
  return lettersOf(core).length < 4 && /01234|12345|23456|34567|45678|56789|98765|87654|(\d)\1{3}/.test(digits);
}
