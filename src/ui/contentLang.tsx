import { type ReactNode, createContext, useContext } from 'react';

const Lang = createContext<string | undefined>(undefined);

/** The language of the contents beneath, as a tag; texts of the page between them stay in the page's language. */
export const ContentLang = Lang.Provider;

export const useContentLang = (): string | undefined => useContext(Lang);

/** A text of the contents: it has their language where that is known. */
export function ContentText({ children }: { children: ReactNode }): ReactNode {
  const lang = useContentLang();
  return lang === undefined ? children : <span lang={lang}>{children}</span>;
}
