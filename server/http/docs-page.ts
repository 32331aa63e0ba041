import type { Call } from '#contract/engine/define.ts';
import { toJsonSchema } from '@valibot/to-json-schema';
import { escapeHtml } from '#server/http/html.ts';
import { plainPage, plainPolicy } from './plain-page.ts';

const STYLE = `body{max-width:60em;margin:2em auto;padding:0 1em;font:16px/1.5 system-ui,sans-serif;color:#1a1a1a}
article{border-top:1px solid #767676;padding:.5em 0}h3{margin:.5em 0 0;overflow-wrap:anywhere}summary{padding:.25em 0}
pre{white-space:pre-wrap;overflow-wrap:anywhere}a{color:#003d7a}`;

/** The policy of {@link docsPage}: its own style and the lock of a handover, and nothing else. */
export const DOCS_POLICY = plainPolicy(STYLE);

/** The contract as a page to read, made from the table itself. */
export function docsPage(table: Readonly<Record<string, Call>>): string {
  const entries = Object.entries(table);
  const groups = [...new Set(entries.map(([, { path }]) => path.split('/')[0] ?? ''))];
  const sections = groups.map((group) => {
    const own = entries.filter(([, { path }]) => path.split('/')[0] === group);
    return `<section><h2>${escapeHtml(group)}</h2>${own.map(([name, entry]) => callOf(name, entry)).join('')}</section>`;
  });
  const lead =
    '<h1>The calls</h1><p>Every call that is served, and no other. The same as a document for programs: <a href="/api/openapi.json">openapi.json</a>.</p>';
  return plainPage({ title: 'Assent: the calls', style: STYLE, body: `${lead}${sections.join('\n')}` });
}

function callOf(name: string, entry: Call): string {
  const facts = [
    `Who: ${entry.access.join(' or ')}`,
    `Offline: ${OFFLINE[entry.offline]}`,
    ...(entry.body === 'json' || entry.body === 'raw'
      ? []
      : [`Sent as multipart with ${entry.body === 'file' ? 'one file' : 'files'}`]),
    ...(entry.answer === 'file' ? ['Answers a file'] : []),
    ...(entry.answer === 'stream' ? ['Answers a stream of events, each of the shape below'] : []),
  ];
  return `<article id="${escapeHtml(name)}"><h3><code>${entry.method} /api/${escapeHtml(entry.path)}</code></h3><p>${escapeHtml(entry.summary)}</p><ul>${facts.map((fact) => `<li>${escapeHtml(fact)}</li>`).join('')}</ul>
<details><summary>What is sent</summary><pre>${shape(entry.input, 'input')}</pre></details><details><summary>What comes back</summary><pre>${shape(entry.output, 'output')}</pre></details></article>`;
}

const OFFLINE = {
  queue: 'kept and sent later',
  cached: 'answered from the device where it can be',
  refuse: 'needs the network',
} as const;

function shape(schema: Call['input'], typeMode: 'input' | 'output'): string {
  return escapeHtml(JSON.stringify(toJsonSchema(schema, { typeMode, errorMode: 'ignore' }), undefined, 2));
}
