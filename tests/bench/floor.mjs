import http from 'node:http';
import process from 'node:process';
import pg from 'pg';

// Bare node and pg with one statement, in a process of its own as the product is: the clients must not share its thread.
const [connectionString, text, organisationId] = process.argv.slice(2);
const pool = new pg.Pool({ connectionString, max: 10 });
const server = http.createServer((_, reply) => void answer(reply));
server.listen(0, '127.0.0.1', () => process.send?.(server.address()));

/** @param {http.ServerResponse} reply */
async function answer(reply) {
  const { rows } = await pool.query({ name: 'list', text, values: [organisationId] });
  reply.setHeader('content-type', 'application/json');
  reply.end(JSON.stringify({ data: { records: rows } }));
}
