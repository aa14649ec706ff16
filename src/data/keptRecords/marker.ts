import * as v from 'valibot';

/**
 * A cookie that says that this browser has an offline copy and how many things are only here. It says nothing about anybody. The server
 * sets it again with each answer of `/token`, so that it survives when a browser clears what scripts have stored.
 */
const cookieName = (): string => (location.protocol === 'https:' ? '__Host-vestibule-kept' : 'vestibule-kept');
/** The same as the server's (`server/credentials/keptMarker.ts`). */
const lifeInSeconds = 90 * 24 * 3600;
const most = 999;

export interface KeptMarker {
  /** The number of answers and messages that only this device had at the last look. */
  readonly unsent: number;
}

const Marker = v.pipe(
  v.string(),
  v.regex(/^records-\d{1,3}$/),
  v.transform((text): KeptMarker => ({ unsent: Number(text.slice('records-'.length)) })),
);

/** Null when there is no offline copy. */
export function readMarker(cookies: string = document.cookie): KeptMarker | null {
  const value = cookies
    .split('; ')
    .find((one) => one.startsWith(`${cookieName()}=`))
    ?.slice(cookieName().length + 1);
  const parsed = v.safeParse(Marker, value);
  return parsed.success ? parsed.output : null;
}

const write = (value: string, maxAge: number): void => {
  const secure = location.protocol === 'https:' ? '; Secure' : '';
  document.cookie = `${cookieName()}=${value}; Path=/; Max-Age=${maxAge}; SameSite=Strict${secure}`;
};

export const writeMarker = ({ unsent }: KeptMarker): void => write(`records-${Math.min(unsent, most)}`, lifeInSeconds);

/** Clears the marker, because the offline copy was ended on purpose. */
export const clearMarker = (): void => write('', 0);
