import { HANDOVER_KEY, SIGNER_PAGE_PATH } from '#domain/signing/handover-lock.ts';
import { createHash } from 'node:crypto';

/** Closes the page while the tablet is with a signer, as every page of this origin does. */
const LOCK = `const lock=()=>{if(localStorage.getItem('${HANDOVER_KEY}')!==null){document.documentElement.hidden=true;location.replace('${SIGNER_PAGE_PATH}')}};
lock();addEventListener('storage',lock);addEventListener('pageshow',lock);`;

/** A page of plain words for people who set things up: one style, and no script but the lock. The strings are markup that the caller has escaped. */
type Plain = { readonly title: string; readonly style: string; readonly body: string };

export function plainPage({ title, style, body }: Plain): string {
  return `<!doctype html><html lang="en-GB"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title><style>${style}</style><script>${LOCK}</script></head>
<body><main>${body}</main></body></html>`;
}

/** The policy of a plain page as one header: its own style and the lock, and nothing else. */
export function plainPolicy(style: string): string {
  return [
    "default-src 'none'",
    `style-src ${hashOf(style)}`,
    `script-src ${hashOf(LOCK)}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join(';');
}

function hashOf(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}
