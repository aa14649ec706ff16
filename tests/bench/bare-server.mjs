/**
 * The yardstick of the load measure: Node's own http server that runs, for each path, the statements that the facility server
 * runs for that call, and writes the answer that the facility server gave as JSON. No checks, no framework.
 */
import { createServer } from 'node:http';
import { readFileSync } from 'node:fs';
import pg from 'pg';

const [, , plan, port, databaseUrl, connections] = process.argv;
const calls = JSON.parse(readFileSync(plan, 'utf8'));
const pool = new pg.Pool({ connectionString: databaseUrl, max: Number(connections) });
for (const call of calls) {
  for (const statement of call.statements) {
    statement.values = statement.values.map((value) =>
      'base64' in value ? Buffer.from(value.base64, 'base64') : value.text,
    );
  }
}
const byPath = new Map(calls.map((call) => [`${call.method} ${call.path}`, call]));

async function answer(request, response, body) {
  if (body.length > 0) JSON.parse(body.toString());
  const call = byPath.get(`${request.method} ${request.url}`);
  if (call === undefined) return response.writeHead(404).end();
  const client = await pool.connect();
  try {
    for (const { name, text, values } of call.statements)
      await client.query(name === '' ? { text, values } : { name, text, values });
    return response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(call.answer));
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
