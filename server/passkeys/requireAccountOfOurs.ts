import { type Actor, notFound } from '../http/handler.ts';

/** For who comes by single sign-on there are no passkeys here: the identity system alone decides who is let in. */
export function requireAccountOfOurs({ loginType }: Actor): void {
  if (loginType !== 'userNamePassword') throw notFound();
}
