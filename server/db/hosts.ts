import pg from 'pg';

/** The address of each host of a database, in order: `postgresql://a:5432,b:5432/portal` names two. */
export function eachHost(url: string): readonly [string, ...string[]] {
  const [, before = '', hosts = '', after = ''] = /^(\w+:\/\/(?:[^@/]*@)?)([^/?]*)(.*)$/.exec(url) ?? [];
  const [first = '', ...others] = hosts.split(',');
  return others.length === 0
    ? [url]
    : [`${before}${first}${after}`, ...others.map((host) => `${before}${host}${after}`)];
}

async function takesWrites(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5000, query_timeout: 5000 });
  client.on('error', () => undefined);
  // Outside of what ends it: one that PostgreSQL has refused by TLS never says that it has ended.
  await client.connect();
  try {
    const { rowCount } = await client.query("select where current_setting('transaction_read_only') = 'off'");
    return rowCount === 1;
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** The address of the first host that takes writes. A single host is not asked. Throws the last error if none answers. */
export async function writableHost(url: string): Promise<string> {
  const [first, ...others] = eachHost(url);
  if (others.length === 0) return first;
  let failure: unknown = null;
  for (const each of [first, ...others]) {
    try {
      if (await takesWrites(each)) return each;
    } catch (error) {
      failure = error;
    }
  }
  throw (
    failure ?? Object.assign(new Error('No host of the database takes writes: all are standbys.'), { code: '25006' })
  );
}

/** Which host the connections of a pool go to. node-postgres knows one host alone. */
export class HostChoice {
  readonly #url: string;
  readonly #hosts: readonly [string, ...string[]];
  #current: string;
  #search: Promise<void> | null = null;

  constructor(url: string) {
    this.#url = url;
    this.#hosts = eachHost(url);
    [this.#current] = this.#hosts;
  }

  current(): string {
    return this.#current;
  }

  /** Looks for the host that takes writes; several callers wait for one search. False: there is no choice, or no host takes writes. */
  async search(): Promise<boolean> {
    if (this.#hosts.length === 1) return false;
    this.#search ??= writableHost(this.#url)
      .then((url) => {
        this.#current = url;
      })
      .finally(() => {
        this.#search = null;
      });
    return this.#search.then(
      () => true,
      () => false,
    );
  }
}
