import { catalog } from '../../words/catalog.ts';

export const labels = catalog({
  'letters.title': { en: 'Letters', es: 'Cartas', fr: 'Lettres', pt: 'Cartas', zh: '信件' },
  'letters.tab': { en: 'Letters', es: 'Cartas', fr: 'Lettres', pt: 'Cartas', zh: '信件' },
  'letters.news': {
    en: '{count, plural, one {# new letter} other {# new letters}}',
    es: '{count, plural, one {# carta nueva} other {# cartas nuevas}}',
    fr: '{count, plural, one {# nouvelle lettre} other {# nouvelles lettres}}',
    pt: '{count, plural, one {# carta nova} other {# cartas novas}}',
    zh: '{count} 封新信件',
  },
});

export const texts = catalog({
  'letters.new': { en: 'New', es: 'Nueva', fr: 'Nouvelle', pt: 'Nova', zh: '新' },
  'letters.none': {
    en: 'There are no letters.',
    es: 'No hay cartas.',
    fr: 'Il n’y a aucune lettre.',
    pt: 'Não há cartas.',
    zh: '没有信件。',
  },
});

declare module '../../words/keys.ts' {
  interface Catalogs {
    letters: typeof labels & typeof texts;
  }
}
