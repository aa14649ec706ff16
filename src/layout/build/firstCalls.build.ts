import { type CallShape, calls, languageHeader } from '@portal/api';
import type { FirstCall } from '../module.ts';

/** The address of a first call with `{name}` for what the device fills in, and what goes along: the session's token, the page's language. */
export interface FirstAddress {
  readonly address: string;
  readonly hasToken: boolean;
  readonly hasLanguage: boolean;
}

/** The address of a declared first call (`../module.ts`). Throws where the contract has no such parameter. */
export function firstAddressOf({ call: name, params = {}, query = {} }: FirstCall): FirstAddress {
  const { path, method, headers, access, query: declared }: CallShape = calls[name];
  const unknown = [
    ...Object.keys(params).filter((one) => !path.includes(`{${one}}`)),
    ...Object.keys(query).filter((one) => !Object.hasOwn(declared, one)),
  ];
  if (method !== 'GET' || unknown.length > 0)
    throw new Error(`No page can begin with ${name} (${unknown.join(', ')}).`);
  const filled = path.replace(/\{(\w+)\}/g, (whole, one: string) =>
    params[one] === undefined ? whole : encodeURIComponent(String(params[one])),
  );
  // Braces stay, for the device to fill in.
  const search = new URLSearchParams(query).toString().replace(/%7B(\w+)%7D/g, '{$1}');
  return {
    address: search === '' ? filled : `${filled}?${search}`,
    hasToken: access !== 'everyone',
    hasLanguage: languageHeader in headers,
  };
}
