import { type LanguageCode, languageCodes } from '@portal/api';

/** A target's sign-in as HTML, by language; the server writes the facility's name where `name` stands. */
export interface DrawnPicture {
  readonly name: string;
  readonly withLogo: Readonly<Record<string, string>>;
  readonly withoutLogo: Readonly<Record<string, string>>;
}

const name = '{{facility}}';

/** Draws a target's sign-in. `draw` gives the HTML that the app can take over. */
export async function drawAll(draw: (language: LanguageCode, name: string, hasLogo: boolean) => Promise<string>): Promise<DrawnPicture> {
  const inAllLanguages = async (hasLogo: boolean): Promise<Record<string, string>> => {
    const drawings: Record<string, string> = {};
    // One after the other: the words of the moment are one for all.
    for (const language of languageCodes) drawings[language] = await draw(language, name, hasLogo);
    return drawings;
  };
  return { name, withLogo: await inAllLanguages(true), withoutLogo: await inAllLanguages(false) };
}
