import { escapeHtml } from '#server/http/html.ts';

/** A paragraph, or a code or a link that stands alone on its line. */
export type Piece = string | { code: string } | { link: string };

// Short ASCII lines go over the wire as they are, so that a code is readable in every client and in the file itself.
const LINE_MOST = 72;

/** The same pieces twice: as plain text, and as HTML that needs no picture, no style sheet and no script. @param title - plain text */
export function layOut(title: string, pieces: readonly Piece[]): { text: string; html: string } {
  return {
    text: `${pieces.map(textOf).join('\n\n')}\n`,
    html: `<!doctype html>
<html lang="en-GB"><head><meta charset="utf-8"><title>${escapeHtml(title)}</title></head>
<body style="${BODY}">
${pieces.map(htmlOf).join('\n')}
</body></html>
`,
  };
}

const BODY =
  'margin:0 auto;padding:24px;max-width:36em;font:16px/1.5 Arial,Helvetica,sans-serif;color:#1a1a1a;background:#ffffff';
const CODE = 'font:bold 22px/1.5 Consolas,Menlo,monospace;letter-spacing:2px';

function textOf(piece: Piece): string {
  if (typeof piece === 'string') return wrap(piece);
  return 'code' in piece ? `Code: ${piece.code}` : piece.link;
}

function htmlOf(piece: Piece): string {
  if (typeof piece === 'string') return `<p style="margin:0 0 16px">${escapeHtml(piece)}</p>`;
  if ('code' in piece) return `<p style="margin:0 0 16px">Code: <strong style="${CODE}">${escapeHtml(piece.code)}</strong></p>`;
  const link = escapeHtml(piece.link);
  return `<p style="margin:0 0 16px"><a href="${link}" style="color:#003d7a">${link}</a></p>`;
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
