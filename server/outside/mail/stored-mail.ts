import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';

/** A stored mail as a person reads it. */
export type StoredMail = { subject: string; to: string; at: string; text: string };

/** The newest mails of a folder, newest first. @param most - how many at most */
export async function readStoredMails(folder: string, most: number): Promise<StoredMail[]> {
  // A file's name is the mail's id, which begins with its time.
  const names = (await readdir(folder)).filter((name) => name.endsWith('.eml'));
  const newest = names.toSorted().toReversed().slice(0, most);
  return Promise.all(newest.map(async (name) => readMail(await readFile(path.join(folder, name), 'latin1'))));
}

/** Reads a mail that this server wrote, with its text as the first of its parts; no reader for mails of others. */
function readMail(raw: string): StoredMail {
  const [head, body] = halves(raw);
  const boundary = /boundary="?([^";\r\n]+)/i.exec(head)?.[1];
  const first = boundary === undefined ? raw : (body.split(`--${boundary}\r\n`)[1] ?? '').split(`\r\n--${boundary}`)[0];
  const [partHead, partBody] = halves(first ?? '');
  const encoding = header(partHead, 'Content-Transfer-Encoding').toLowerCase();
  return {
    subject: words(header(head, 'Subject')),
    to: words(header(head, 'To')),
    at: header(head, 'Date'),
    text: decode(partBody, encoding).replaceAll('\r\n', '\n').trim(),
  };
}

function halves(raw: string): [string, string] {
  const at = raw.indexOf('\r\n\r\n');
  return at < 0 ? [raw, ''] : [raw.slice(0, at).replaceAll(/\r\n(?=[ \t])/g, ''), raw.slice(at + 4)];
}

function header(head: string, name: string): string {
  const line = head.split('\r\n').find((each) => each.toLowerCase().startsWith(`${name.toLowerCase()}:`));
  return line === undefined ? '' : line.slice(name.length + 1).trim();
}

// RFC 2047: =?UTF-8?Q?…?= and =?UTF-8?B?…?=; the space between two of them is none.
function words(text: string): string {
  return text
    .replaceAll(/\?=\s+=\?/g, '?==?')
    .replaceAll(/=\?utf-8\?([qb])\?([^?]*)\?=/gi, (_, kind: string, encoded: string) =>
      kind.toLowerCase() === 'b' ? decode(encoded, 'base64') : decode(encoded.replaceAll('_', ' '), 'quoted-printable'),
    );
}

function decode(text: string, encoding: string): string {
  if (encoding === 'base64') return Buffer.from(text, 'base64').toString('utf8');
  if (encoding !== 'quoted-printable') return Buffer.from(text, 'latin1').toString('utf8');
  const bytes = text
    .replaceAll('=\r\n', '')
    .replaceAll(/=([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1').toString('utf8');
}
