/**
 * The yardstick of the load measure: Node's own http server that runs, for each path, the statements that the facility server
 * runs for that call, and answers with the rows of the largest result as JSON. No checks, no framework.
 */
import { createServer } from 'node:http';
import { readFileSync } from 'node:fs';
import pg from 'pg';

const [, , plan, port, databaseUrl, connections] = process.argv;
const calls = JSON.parse(readFileSync(plan, 'utf8'));
const pool = new pg.Pool({ connectionString: databaseUrl, max: Number(connections) });
for (const call of calls) {
  for (const statement of call.statements) {
    statement.values = statement.values.map((value) => ('base64' in value ? Buffer.from(value.base64, 'base64') : value.text));
  }
}
const byPath = new Map(calls.map((call) => [`${call.method} ${call.path}`, call.statements]));

async function answer(request, response, body) {
  if (body.length > 0) JSON.parse(body.toString());
  const statements = byPath.get(`${request.method} ${request.url}`);
  if (statements === undefined) return response.writeHead(404).end();
  let best = [];
  const client = await pool.connect();
  try {
    for (const { name, text, values } of statements) {
      const { rows } = await client.query(name === '' ? { text, values } : { name, text, values });
      if (rows !== undefined && rows.length >= best.length) best = rows;
    }
    return response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(best));
  } catch (error) {
    await client.query('rollback').catch(() => undefined);
    return response.writeHead(500).end(String(error));
  } finally {
    client.release();
  }
}

createServer((request, response) => {
  const chunks = [];
  request.on('data', (chunk) => chunks.push(chunk));
  request.on('end', () => void answer(request, response, Buffer.concat(chunks)));
}).listen(Number(port), '127.0.0.1', () => process.send?.('listening'));
