import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseAst } from 'vite';
import { expect, test } from 'vitest';
import { type Named, exchangeable } from '../../tests/server/sqlNames.ts';

const folder = fileURLToPath(new URL('..', import.meta.url));
const sources = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.ts') && !/node_modules|^dist|\.test\.ts$|\.d\.ts$/.test(path))
  .map((path) => ({ path, source: readFileSync(join(folder, path), 'utf8') }));

type Node = Readonly<Record<string, unknown>> & { readonly type: string; readonly start: number; readonly end: number };
const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value;

function* nodesIn(value: unknown): Generator<Node> {
  if (Array.isArray(value)) for (const one of value) yield* nodesIn(one);
  else if (isNode(value)) {
    yield value;
    for (const [key, inner] of Object.entries(value)) if (key !== 'parent') yield* nodesIn(inner);
  }
}

const plainNodes = new Set([
  'Identifier',
  'MemberExpression',
  'CallExpression',
  'LogicalExpression',
  'ChainExpression',
  'Literal',
]);

/** The values that an object's names are given. Computed values and constants are left out, because they name no source. */
function givenIn(object: Node, source: string): Named[] {
  if (!Array.isArray(object['properties'])) return [];
  return object['properties'].filter(isNode).flatMap(({ key, value }) => {
    if (!isNode(key) || typeof key['name'] !== 'string' || !isNode(value)) return [];
    const nodes = [...nodesIn(value)];
    const members = nodes.filter(({ type }) => type === 'MemberExpression');
    const bases = new Set(members.map(({ object: base }) => base));
    // `patient.id` counts as `patientId`; of `patient.name` only the name counts.
    const owners = new Map(members.map(({ object: base, property }) => [property, isNode(base) ? base['name'] : null]));
    const identifiers = nodes.flatMap((node) => {
      const { name } = node;
      if (typeof name !== 'string' || bases.has(node)) return [];
      return [name === 'id' && owners.has(node) ? `${String(owners.get(node))}Id` : name];
    });
    const isPlain =
      identifiers.length > 0 && nodes.every(({ type, computed }) => plainNodes.has(type) && computed !== true);
    return [{ name: key['name'], value: source.slice(value.start, value.end), identifiers, tables: [], isPlain }];
  });
}

/** The objects that a file passes to statements, written in the call or as a constant of the file. */
function valuesIn(source: string): Named[][] {
  const nodes = [...nodesIn(parseAst(source, { lang: 'ts' }))];
  const constants = nodes.filter(({ type, init }) => type === 'VariableDeclarator' && isNode(init));
  return nodes.flatMap((node) => {
    const { type, callee, arguments: given } = node;
    if (type !== 'CallExpression' || !isNode(callee) || !isNode(callee['property']) || !Array.isArray(given)) return [];
    if (!['many', 'maybe', 'one', 'run'].includes(String(callee['property']['name'])) || !isNode(given[1])) return [];
    const [, values] = given;
    if (values['type'] !== 'Identifier') return [givenIn(values, source)];
    return constants.flatMap(({ id, init }) =>
      isNode(id) && isNode(init) && id['name'] === values['name'] ? [givenIn(init, source)] : [],
    );
  });
}

test('no two values that are given to a statement could be exchanged and their names still fit', () => {
  const lists = sources.flatMap(({ path, source }) => valuesIn(source).map((list) => ({ path, list })));
  expect(lists.length).toBeGreaterThan(250);
  expect(lists.flatMap(({ path, list }) => exchangeable(list).map((pair) => `${path}: ${pair}`))).toEqual([]);
});

test('values that were exchanged are found', () => {
  const given = (values: string) => valuesIn(`await tx.one(add, ${values})`).flatMap(exchangeable);
  expect(given('{ homePhone: details.homePhone, mobilePhone: clean(details.mobilePhone), patientId }')).toEqual([]);
  expect(given('{ homePhone: details.mobilePhone, mobilePhone: clean(details.homePhone), patientId }')).toHaveLength(1);
  expect(
    valuesIn('const { a } = b; const values = { a: c, c: a }; db.run(add, values)').flatMap(exchangeable),
  ).toHaveLength(1);
  expect(given('{ userId: patientId, patientId: actor.userId }')).toHaveLength(1);
});
