import { fileOf } from '../src/layout/build/fileOf.build.ts';
import { allScreens } from './screens.ts';

/** Every screen of the kiosk with the file that it is loaded from; the sign-in needs neither the router nor sessions around it. */
export const declaredScreens = await Promise.all(
  Object.entries(allScreens).map(async ([path, { load, who, words }]) => ({
    path,
    words,
    file: await fileOf(load),
    standsAlone: who === 'everyone',
  })),
);
