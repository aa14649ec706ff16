/** Letters that Unicode does not decompose, with what people type instead. */
const undivided: Readonly<Record<string, string>> = {
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  ħ: 'h',
  ı: 'i',
  æ: 'ae',
  œ: 'oe',
  þ: 'th',
};

/**
 * A name in the form in which names are compared: without capitals, accents and outer spaces, and with one kind of apostrophe, hyphen and
 * space. What a keyboard or a phone's autocorrection does to a name must not keep its owner out. Not by PostgreSQL's `lower`, which depends
 * on the locale of the facility's database.
 */
export const foldName = (name: string): string =>
  name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    // Lower case first, because `toUpperCase` leaves the capital ß unchanged but turns ß into SS.
    .toLowerCase()
    .toUpperCase()
    .toLowerCase()
    .replace(/[øłđðħıæœþ]/g, (letter) => undivided[letter] ?? letter)
    .replace(/[\u2018\u2019\u02BB\u02BC\u02B9`\u00B4]/g, "'")
    .replace(/\p{Pd}/gu, '-')
    .replace(/\s+/g, ' ')
    .trim();
