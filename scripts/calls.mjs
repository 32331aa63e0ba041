import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { runnerImport } from 'vite';

// Every call of the contract. `node scripts/calls.mjs` writes docs/calls.md anew; tests/contract/calls-page.test.ts compares the two.

/** @typedef {{ method: string, path: string, summary: string, access: readonly string[], offline: string, keyed: boolean }} Call */

/** Words for who may call, where it is no permission. @type {Record<string, string>} */
const WHO = {
  none: 'anybody',
  signedIn: 'signed in',
  registering: 'in a registration',
  ticket: 'a signer’s ticket',
  token: 'a link’s token',
};
/** @type {Record<string, string>} */
const OFFLINE = { queue: 'queued', cached: 'last answer', refuse: '–' };

/** The table as Markdown, in the order of the paths. @param {Record<string, Call>} calls */
export function callsPage(calls) {
  const rows = Object.entries(calls)
    .toSorted(([, one], [, other]) => (one.path + one.method < other.path + other.method ? -1 : 1))
    .map(([name, { method, path: place, access, offline, summary }]) => {
      const who = access.map((each) => WHO[each] ?? `\`${each}\``).join(' or ');
      return `| ${method} \`${place}\` | \`${name}\` | ${who} | ${OFFLINE[offline]} | ${summary} |`;
    });
  return [
    '# Calls',
    '',
    'Every call of the API, below `/api/`: its name in `contract/`, who may make it, and what it does without a network. Made from the',
    'contract by `node scripts/calls.mjs`. Shapes of requests and answers are at `/api/docs` of a running server.',
    '',
    'A session, a ticket and a registration are named by the header `Authorization: Bearer …`, with the token that signing in (`user/login`),',
    'a handover or a registration answered; a link’s token stands in the call itself. A call that writes takes an `Idempotency-Key` (a UUID):',
    'the same key and body again has no second effect, and the same answer. Bodies are JSON, but for files, which are multipart. Answers are',
    'JSON, a refusal with a code, a sentence and the fields that are not right. A *record* is a case: all versions of one consent of a patient.',
    '',
    '| call | name | who | without a network | does |',
    '|---|---|---|---|---|',
    ...rows,
    '',
  ].join('\n');
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const root = path.resolve(import.meta.dirname, '..');
  const { module } = await runnerImport(path.join(root, 'contract/calls.ts'), { root, configFile: false });
  fs.writeFileSync(path.join(root, 'docs/calls.md'), callsPage(module.calls));
}
