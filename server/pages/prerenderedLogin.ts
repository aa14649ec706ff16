import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import * as v from 'valibot';
import { scriptSource } from '../http/securityHeaders.ts';

/** What the build has prerendered of a target's login (`src/prerender/prerender.build.ts`). */
const Drawing = v.object({ hasLogo: v.boolean(), hasPhone: v.boolean(), pages: v.record(v.string(), v.string()) });
const Drawn = v.object({ script: v.string(), drawings: v.array(Drawing) });
type Drawn = v.InferOutput<typeof Drawn>;

/** What a facility's login shows. */
interface Face {
  /** HTML, by the names of the placeholders in the prerendered page (`src/browser/prerenderedPage.ts`). */
  readonly words: Readonly<Record<string, string>>;
  readonly hasLogo: boolean;
  readonly hasPhone: boolean;
  /** The language that the browser prefers. Its login comes first; those of the other languages come after the script. */
  readonly language: string;
}

/** A page that shows its login before the app has loaded, and the source of its one script for the content security policy. */
interface PageWithPrerenderedLogin {
  readonly html: string;
  readonly scriptSource: string;
}

const appScript = /<script type="module" crossorigin src="([^"]+)"><\/script>/;

/**
 * Adds the prerendered login to a built page: one for each language, and the script that shows one of them and starts the app once it is on
 * the screen. Null if the build has none. `folder` is the target's build; its prerendered login is read again when it changes. The style
 * sheet stays a file, because a style element in the page would send the page's address as the referrer of what it fetches.
 */
export function prerenderedLogins(
  folder: string,
): (html: string, face: Face) => Promise<PageWithPrerenderedLogin | null> {
  const path = join(folder, 'prerendered-login.json');
  let known: { readonly changed: number; readonly drawn: Drawn | null } = { changed: 0, drawn: null };

  const drawnNow = async (): Promise<Drawn | null> => {
    const changed = (await stat(path).catch(() => null))?.mtimeMs ?? 0;
    if (known.changed !== changed)
      known = { changed, drawn: changed === 0 ? null : v.parse(Drawn, JSON.parse(await readFile(path, 'utf8'))) };
    return known.drawn;
  };

  return async (built, { words, hasLogo, hasPhone, language }) => {
    const drawn = await drawnNow();
    const [script, app] = appScript.exec(built) ?? [];
    if (drawn === null || script === undefined || app === undefined) return null;
    // Scripts are fetched with low priority and not compiled yet, because both would delay the login.
    const page = built
      .replace(script, `<link rel="modulepreload" crossorigin href="${app}">`)
      .replaceAll('<link rel="modulepreload"', '<link rel="preload" as="script" fetchpriority="low"');
    const drawing = drawn.drawings.find((one) => one.hasLogo === hasLogo && one.hasPhone === hasPhone);
    const drawings = Object.entries(drawing?.pages ?? {});
    const written = (text: string): string => text.replace(/\{\{(\w+)\}\}/g, (_, word: string) => words[word] ?? '');
    const pictures = (isWanted: boolean): string =>
      drawings
        .flatMap(([code, html]) =>
          (code === language) === isWanted ? [`<template data-picture="${code}">${written(html)}</template>`] : [],
        )
        .join('');
    return {
      html: page
        // Without this the browser would first paint an empty page where the parser pauses.
        .replace('</head>', (end) => `<link rel="expect" blocking="render" href="#prerendered-login">${end}`)
        .replace(
          '<div id="root"></div>',
          (place) =>
            `${place}${pictures(true)}<script id="prerendered-login" data-app="${app}">${drawn.script}</script>${pictures(false)}`,
        ),
      scriptSource: scriptSource(drawn.script),
    };
  };
}
