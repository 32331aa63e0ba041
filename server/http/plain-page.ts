import { createHash } from 'node:crypto';

/** A page of plain words for people who set things up: one style, no script. The strings are markup that the caller has escaped. */
type Plain = { readonly title: string; readonly style: string; readonly body: string };

export function plainPage({ title, style, body }: Plain): string {
  return `<!doctype html><html lang="en-GB"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title><style>${style}</style></head>
<body><main>${body}</main></body></html>`;
}

/** The policy of a plain page as one header: its own style, and nothing else. */
export function plainPolicy(style: string): string {
  return [
    "default-src 'none'",
    `style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join(';');
}
