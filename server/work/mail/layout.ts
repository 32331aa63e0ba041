import { languageAttributes, type PageLanguage } from '#domain/values/patient-languages.ts';
import { escapeHtml } from '#server/http/html.ts';

/** A paragraph, a code or a link that stands alone on its line, or a button with the whole address under it. */
export type Piece = string | { code: string } | { link: string } | { button: string; link: string };

/** The words of a mail in one language. */
export type MailPart = { readonly language: PageLanguage; readonly pieces: readonly Piece[] };

// Short ASCII lines go over the wire as they are, so that a code is readable in every client and in the file itself.
const LINE_MOST = 72;

/**
 * The same pieces twice: as plain text, and as HTML that needs no picture and no script, and follows a dark screen where the program does.
 *
 * @param title - plain text @param parts - in the languages of the mail, the reader's own first
 */
export function layOut(title: string, parts: readonly [MailPart, ...MailPart[]]): { text: string; html: string } {
  const { lang, dir } = languageAttributes(parts[0].language);
  return {
    text: `${parts.map(({ pieces }) => pieces.map(textOf).join('\n\n')).join(`\n\n${'-'.repeat(24)}\n\n`)}\n`,
    html: `<!doctype html>
<html lang="${lang}" dir="${dir}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(title)}</title><style>${DARK}</style></head>
<body style="${BODY}">
${parts.map(htmlOfPart).join(`\n<hr style="${RULE}">\n`)}
</body></html>
`,
  };
}

const BODY =
  'margin:0 auto;padding:24px;max-width:36em;font:16px/1.5 Arial,Helvetica,sans-serif;color:#1a1a1a;background:#ffffff;overflow-wrap:anywhere';
const CODE = 'font:bold 22px/1.5 Consolas,Menlo,monospace;letter-spacing:2px';
const BUTTON =
  'display:inline-block;padding:12px 24px;border-radius:8px;font-weight:bold;text-decoration:none;color:#ffffff;background:#0b5a63';
const RULE = 'margin:24px 0;border:0;border-top:1px solid #8a8f94';
/** Inline styles win over a sheet, so each of these must say that it matters more. */
const DARK =
  ':root{color-scheme:light dark}@media (prefers-color-scheme:dark){body{color:#e8ebee!important;background:#14181b!important}a{color:#9ccbff!important}a.button{color:#062a2e!important;background:#8fd3da!important}}';

function textOf(piece: Piece): string {
  if (typeof piece === 'string') return wrap(piece);
  if ('code' in piece) return `Code: ${piece.code}`;
  return 'button' in piece ? `${piece.button}\n\n${piece.link}` : piece.link;
}

function htmlOfPart({ language, pieces }: MailPart): string {
  const { lang, dir } = languageAttributes(language);
  return `<div lang="${lang}" dir="${dir}">\n${pieces.map(htmlOf).join('\n')}\n</div>`;
}

function htmlOf(piece: Piece): string {
  if (typeof piece === 'string') return `<p style="margin:0 0 16px">${escapeHtml(piece)}</p>`;
  if ('code' in piece) return `<p style="margin:0 0 16px">Code: <strong style="${CODE}">${escapeHtml(piece.code)}</strong></p>`;
  const link = escapeHtml(piece.link);
  const address = `<p style="margin:0 0 16px"><a href="${link}" dir="ltr" style="color:#003d7a">${link}</a></p>`;
  if (!('button' in piece)) return address;
  return `<p style="margin:0 0 8px"><a class="button" href="${link}" style="${BUTTON}">${escapeHtml(piece.button)}</a></p>\n${address}`;
}

function wrap(paragraph: string): string {
  const lines: string[] = [];
  for (const word of paragraph.split(' ')) {
    const last = lines.at(-1);
    if (last === undefined || last.length + 1 + word.length > LINE_MOST) lines.push(word);
    else lines[lines.length - 1] = `${last} ${word}`;
  }
  return lines.join('\n');
}
