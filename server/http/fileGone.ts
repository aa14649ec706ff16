import { type LanguageCode, languageCodes } from '@portal/api';

const texts: Readonly<Record<LanguageCode, { readonly title: string; readonly text: string; readonly link: string }>> =
  {
    en: {
      title: 'This file is no longer here',
      text: 'This address opens its file only once. Open the file again from the portal.',
      link: 'Go to the portal',
    },
    es: {
      title: 'Ya no está aquí',
      text: 'Esta dirección abre su archivo una sola vez. Ábralo de nuevo desde el portal.',
      link: 'Al portal',
    },
    fr: {
      title: 'Plus disponible ici',
      text: 'Cette adresse ouvre son fichier une seule fois. Ouvrez-le de nouveau depuis le portail.',
      link: 'Vers le portail',
    },
    pt: {
      title: 'Não está mais aqui',
      text: 'Este endereço abre o arquivo uma única vez. Abra-o de novo pelo portal.',
      link: 'Ir para o portal',
    },
    zh: { title: '已不在此处', text: '此地址只能打开文件一次。请从门户重新打开。', link: '前往门户' },
  };

/** The first of our languages that a browser asks for. */
const languageFor = (accepted: string | null): LanguageCode =>
  (accepted ?? '')
    .toLowerCase()
    .split(',')
    .flatMap((part) => languageCodes.find((code) => new RegExp(`^\\s*${code}(?:[-;]|\\s*$)`).test(part)) ?? [])[0] ??
  'en';

/** What a window shows in place of a file: the same whatever the reason, with the way back to the portal. */
export function fileGonePage(accepted: string | null): string {
  const language = languageFor(accepted);
  const { title, text, link } = texts[language];
  return `<!doctype html><html lang="${language}"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title><h1>${title}</h1><p>${text}</p><p><a href="/">${link}</a></p></html>`;
}
