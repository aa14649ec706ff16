/** For tests: what a migration must not do while servers of the version before use the same database. */

/** The statements without comments, texts and function bodies, in lower case. */
const statementsIn = (sql: string): readonly string[] =>
  sql
    .replaceAll(/\$(\w*)\$[\s\S]*?\$\1\$/g, "''")
    .replaceAll(/'(?:[^']|'')*'/g, "''")
    .replaceAll(/--.*$/gm, '')
    .toLowerCase()
    .split(';')
    .map((each) => each.replaceAll(/\s+/g, ' ').trim())
    .filter((each) => each !== '');

/** The parts of an `alter table`, which are separated by commas outside brackets. */
function actionsOf(statement: string): readonly string[] {
  const actions: string[] = [''];
  let depth = 0;
  for (const sign of statement.replace(/^alter table (if exists )?(only )?\S+ /, '')) {
    if (sign === '(') depth += 1;
    if (sign === ')') depth -= 1;
    if (sign === ',' && depth === 0) actions.push('');
    else actions[actions.length - 1] += sign;
  }
  return actions.map((action) => action.trim());
}

const needsWhole = /\b(gen_random_uuid|random|clock_timestamp|nextval|uuidv[47])\b|\bgenerated\b/;

function wrongOfAction(action: string): string | null {
  if (/^drop constraint (if exists )?\w+_check\b/.test(action)) return null;
  if (/^drop\b/.test(action)) return 'takes something away';
  if (/^rename\b/.test(action)) return 'renames';
  if (/^alter (column )?\w+ (set data )?type\b/.test(action)) return 'changes a type';
  if (/^alter (column )?\w+ set not null/.test(action)) return 'demands what older servers may leave out';
  if (/^alter (column )?\w+ drop (default|identity|expression)/.test(action))
    return 'demands what older servers may leave out';
  if (/^add (constraint \w+ )?(primary key|unique|exclude)\b/.test(action) && !/\busing index\b/.test(action))
    return 'holds a table while it makes an index';
  if (/^add (constraint \w+ )?(check|foreign key)\b/.test(action) && !/\bnot valid\b/.test(action))
    return 'holds a table while it reads all of it';
  if (/^validate constraint\b/.test(action)) return null;
  if (!/^add (column )?/.test(action) || /^add constraint\b/.test(action)) return null;
  if (/\bnot null\b/.test(action) && !/\bdefault\b/.test(action)) return 'demands what older servers leave out';
  if (/\b(unique|primary key)\b/.test(action)) return 'holds a table while it makes an index';
  if (needsWhole.test(action)) return 'holds a table while it writes all of it';
  return null;
}

function wrongOf(statement: string, made: ReadonlySet<string>): readonly string[] {
  const altered = /^alter table (?:if exists )?(?:only )?(\S+)/.exec(statement)?.[1];
  if (altered !== undefined)
    return made.has(altered) ? [] : actionsOf(statement).flatMap((action) => wrongOfAction(action) ?? []);
  const indexed = /^create (?:unique )?index (concurrently )?.*?\bon (?:only )?(\w+)/.exec(statement);
  if (indexed !== null)
    return indexed[1] === undefined && !made.has(indexed[2] ?? '') ? ['holds a table while it makes an index'] : [];
  if (/^drop index concurrently if exists\b/.test(statement)) return [];
  if (/^(drop|truncate)\b/.test(statement)) return ['takes something away'];
  if (/^alter \w+ .*\brename\b/.test(statement)) return ['renames'];
  if (/^(lock|cluster|reindex|vacuum)\b/.test(statement)) return ['holds a table'];
  return [];
}

/** What is wrong with a migration that adds things; empty if servers of the version before can go on while it runs. */
export function breaksOlderServers(sql: string): readonly string[] {
  const statements = statementsIn(sql);
  const made = new Set(statements.flatMap((each) => /^create table (?:if not exists )?(\w+)/.exec(each)?.[1] ?? []));
  const changesTables = statements.some((each) => {
    const altered = /^alter table (?:if exists )?(?:only )?(\S+)/.exec(each)?.[1];
    return altered !== undefined && !made.has(altered);
  });
  const writesRows = statements.some((each) => {
    const written = /^(?:with\b.*?\b)?(?:update|delete from|insert into) (?:only )?(\w+)/.exec(each)?.[1];
    return written !== undefined && !made.has(written);
  });
  return [
    ...statements.flatMap((each) => wrongOf(each, made)),
    ...(changesTables && writesRows ? ['writes rows while it holds a table: that is a file of its own'] : []),
  ];
}
