import { type ReactNode, createContext, useContext } from 'react';

const Lang = createContext<string | undefined>(undefined);

/** What the contents beneath are written in, as a tag; the words of the page between them stay in the page's language. */
export const ContentLang = Lang.Provider;

export const useContentLang = (): string | undefined => useContext(Lang);

/** A text of the contents: it says its language where that is known. */
export function ContentText({ children }: { children: ReactNode }): ReactNode {
  const lang = useContentLang();
  return lang === undefined ? children : <span lang={lang}>{children}</span>;
}
