import { type LanguageCode, languageCodes } from '@portal/api';

/** A target's sign-in as HTML, in every language; the server writes the facility's name where `name` stands. */
export interface DrawnPicture {
  readonly name: string;
  readonly withLogo: string;
  readonly withoutLogo: string;
}

const name = '{{facility}}';

/** Draws a target's sign-in. `draw` gives the HTML that the app can take over. */
export async function drawAll(draw: (language: LanguageCode, name: string, hasLogo: boolean) => Promise<string>): Promise<DrawnPicture> {
  const inAllLanguages = async (hasLogo: boolean): Promise<string> => {
    const templates: string[] = [];
    // One after the other: the words of the moment are one for all.
    for (const language of languageCodes) templates.push(`<template data-picture="${language}">${await draw(language, name, hasLogo)}</template>`);
    return templates.join('');
  };
  return { name, withLogo: await inAllLanguages(true), withoutLogo: await inAllLanguages(false) };
}
