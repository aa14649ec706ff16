import { createHash } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import * as v from 'valibot';

/** What the build has drawn of a target's sign-in (`vite.firstPicture.ts`). */
const Drawings = v.record(v.string(), v.string());
const Drawn = v.object({ name: v.string(), script: v.string(), withLogo: Drawings, withoutLogo: Drawings });
type Drawn = v.InferOutput<typeof Drawn>;

/** What the sign-in of a facility shows; the name already as HTML. */
export interface Face {
  readonly name: string;
  readonly hasLogo: boolean;
  /** The language that the browser asks for: its drawing comes first, those of the others after the script. */
  readonly language: string;
}

/** A page that shows its sign-in before the app has arrived, and the source of its one script for the security policy. */
export interface PictureFirst {
  readonly html: string;
  readonly scriptSource: string;
}

const appScript = /<script type="module" crossorigin src="([^"]+)"><\/script>/;

/**
 * Makes a built page show its sign-in first: it brings a drawing for each language and the script that shows one and runs the app
 * once it is on the screen. Null where the build has drawn none. `folder`: the target's build; its drawing is read again when it
 * changed. The style sheet stays a file: what one in the page fetches would bear the page's address as its referrer.
 */
export function firstPictures(folder: string): (html: string, face: Face) => Promise<PictureFirst | null> {
  const path = join(folder, 'first-picture.json');
  let known: { readonly changed: number; readonly drawn: Drawn | null } = { changed: 0, drawn: null };

  const drawnNow = async (): Promise<Drawn | null> => {
    const changed = (await stat(path).catch(() => null))?.mtimeMs ?? 0;
    if (known.changed !== changed) known = { changed, drawn: changed === 0 ? null : v.parse(Drawn, JSON.parse(await readFile(path, 'utf8'))) };
    return known.drawn;
  };

  return async (html, { name, hasLogo, language }) => {
    const drawn = await drawnNow();
    const [script, app] = appScript.exec(html) ?? [];
    if (drawn === null || script === undefined || app === undefined) return null;
    // Scripts are fetched behind the picture's style, and not compiled: that would come before the picture.
    const page = html.replace(script, `<link rel="modulepreload" crossorigin href="${app}">`).replaceAll('<link rel="modulepreload"', '<link rel="preload" as="script" fetchpriority="low"');
    const drawings = Object.entries(hasLogo ? drawn.withLogo : drawn.withoutLogo);
    const pictures = (isWanted: boolean): string =>
      drawings.flatMap(([code, drawing]) => ((code === language) === isWanted ? [`<template data-picture="${code}">${drawing.replaceAll(drawn.name, () => name)}</template>`] : [])).join('');
    return {
      html: page
        // No empty frame is drawn before the picture, where the parser pauses.
        .replace('</head>', (end) => `<link rel="expect" blocking="render" href="#first-picture">${end}`)
        .replace('<div id="root"></div>', (place) => `${place}${pictures(true)}<script id="first-picture" data-app="${app}">${drawn.script}</script>${pictures(false)}`),
      scriptSource: `'sha256-${createHash('sha256').update(drawn.script).digest('base64')}'`,
    };
  };
}
