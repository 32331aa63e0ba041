import type { FastifyInstance, FastifyRequest } from 'fastify';
import { readStoredMails, type StoredMail } from '#server/outside/mail/stored-mail.ts';
import { escapeHtml } from '#server/http/html.ts';
import { refuseFromAfar } from './health.ts';
import { plainPage, plainPolicy } from './plain-page.ts';
import { Refused } from '#server/api-error.ts';

const SHOWN_MOST = 100;

/**
 * Serves `/mailbox`: the mails stored as files, newest first, for trying the product out on this machine.
 *
 * @param folder - undefined where mails are sent by SMTP, and in production
 */
export function serveMailbox(app: FastifyInstance, folder: string | undefined): void {
  app.get('/mailbox', async (request, reply) => {
    refuseFromAfar(request);
    refuseOtherNames(request);
    if (folder === undefined) throw new Refused('NO_SUCH_CALL');
    const mails = await readStoredMails(folder, SHOWN_MOST);
    return reply
      .type('text/html; charset=utf-8')
      .header('Cache-Control', 'no-store')
      .header('Content-Security-Policy', POLICY)
      .send(mailboxPage(mails));
  });
}

// Against DNS rebinding: a foreign host name that resolves to this machine is refused.
function refuseOtherNames({ headers }: FastifyRequest): void {
  if (!/^(localhost|127(\.\d+){3}|\[::1\])(:\d+)?$/i.test(headers.host ?? '')) throw new Refused('NO_SUCH_CALL');
}

const STYLE = `body{max-width:46em;margin:2em auto;padding:0 1em;font:16px/1.5 system-ui,sans-serif;color:#1a1a1a}
article{border-top:1px solid #767676;padding:.5em 0 1em}h2{margin:.5em 0 0;font-size:1.2em}
pre{white-space:pre-wrap;overflow-wrap:anywhere;font:inherit}strong{font:bold 1.3em monospace}a{color:#003d7a}`;
const POLICY = plainPolicy(STYLE);

function mailboxPage(mails: readonly StoredMail[]): string {
  const list = mails.length === 0 ? '<p>No mail has been written yet.</p>' : mails.map(articleOf).join('\n');
  const lead = '<h1>Mailbox</h1><p>Mails that this server has written, newest first. They are kept as files and not sent.</p>';
  return plainPage({ title: 'Mailbox', style: STYLE, body: `${lead}\n${list}\n` });
}

function articleOf({ subject, to, at, text }: StoredMail): string {
  return `<article><h2>${escapeHtml(subject)}</h2><p>To: ${escapeHtml(to)}<br>${escapeHtml(at)}</p><pre>${text.split('\n').map(lineOf).join('\n')}</pre></article>`;
}

function lineOf(line: string): string {
  const safe = escapeHtml(line);
  if (/^https?:\/\/\S+$/.test(line)) return `<a href="${safe}" rel="noreferrer">${safe}</a>`;
  return safe.replace(/^Code: (\S+)$/, 'Code: <strong>$1</strong>');
}
