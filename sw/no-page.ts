const WORDS = [
  'This browser has cleared the app from this device, and there is no network.',
  'Connect to the network and open this address again.',
  'What was saved here and not sent is not touched by this.',
].join(' ');

const HEAD = [
  '<!doctype html><html lang="en-GB"><meta charset="utf-8">',
  '<meta name="viewport" content="width=device-width"><title>Assent</title>',
].join('');

/** The worker's own page where it has none of the app and the network has none either. A browser's error page would say nothing of that. */
export function noPage(): Response {
  const headers = {
    'Content-Type': 'text/html; charset=utf-8',
    'Cache-Control': 'no-store',
    'Content-Security-Policy': "default-src 'none'",
  };
  return new Response(`${HEAD}<main><h1>Assent</h1><p>${WORDS}</p></main></html>`, { status: 503, headers });
}
