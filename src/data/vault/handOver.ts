import * as v from 'valibot';
import { randomId } from '../randomId.ts';
import type { Tabs } from '../tabs.ts';
import type { VaultKeys } from './crypto.ts';

/** Milliseconds that a tab waits for the others before it asks for the password. */
const handOverBound = 300;
const channelName = 'vestibule.unlock';

const Key = v.pipe(
  v.custom<CryptoKey>((value) => value instanceof CryptoKey),
  v.check(({ extractable }) => !extractable),
);
const Ask = v.object({ kind: v.literal('ask'), reply: v.string() });
const HandedOver = v.object({ vaultId: v.string(), keys: v.object({ records: Key, places: Key }) });
/** The keys of an open vault, as another tab hands them over. They can be used but not exported. */
type HandedOver = v.InferOutput<typeof HandedOver>;

/** Answers other tabs that ask for the keys; `mine` returns null while nobody may have them. Returns the function that stops it. */
export function giveKeys(
  tabs: Tabs,
  mine: () => { readonly vaultId: string; readonly keys: VaultKeys } | null,
): () => void {
  const channel = tabs.channel(channelName, (message) => {
    const ask = v.safeParse(Ask, message);
    const own = ask.success ? mine() : null;
    if (!ask.success || own === null) return;
    // Only the tab that asked listens on this channel.
    const answer = tabs.channel(`${channelName}.${ask.output.reply}`, () => undefined);
    try {
      answer.post({ vaultId: own.vaultId, keys: own.keys } satisfies HandedOver);
    } catch {
      // The browser cannot copy keys between tabs, so the other tab asks for the password.
    }
    // Closed later, so that the message just posted is delivered.
    setTimeout(() => answer.close());
  });
  return () => channel.close();
}

/**
 * Asks the other tabs for the keys of the vault that one of them has open. `wanted`: the vault of this tab's session, where that is known.
 * Null when no tab has any, or when tabs of several people have: then the password decides whose it is.
 */
export function askForKeys(tabs: Tabs, wanted: string | null, bound = handOverBound): Promise<HandedOver | null> {
  return new Promise((resolve) => {
    const reply = randomId();
    const heard = new Map<string, HandedOver>();
    const answers = tabs.channel(`${channelName}.${reply}`, (message) => {
      const parsed = v.safeParse(HandedOver, message);
      if (!parsed.success) return;
      heard.set(parsed.output.vaultId, parsed.output);
      if (parsed.output.vaultId === wanted) done();
    });
    const asking = tabs.channel(channelName, () => undefined);
    const done = () => {
      clearTimeout(timer);
      answers.close();
      asking.close();
      const [only = null] = heard.values();
      resolve(wanted === null ? (heard.size === 1 ? only : null) : (heard.get(wanted) ?? null));
    };
    const timer = setTimeout(done, bound);
    asking.post({ kind: 'ask', reply } satisfies v.InferOutput<typeof Ask>);
  });
}
