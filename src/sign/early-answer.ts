/** A request that `public/early-form.js` has made for the form. */
type EarlyForm = { readonly url: string; readonly answer: Promise<Response>; readonly cut: AbortController };

/** Time from the start of this script after which an answer from before it is no longer the form's present state, ms [choice]. */
const EARLY = 10_000;

// Set by that script alone. Where it has not run yet, it finds the mark and asks for nothing: its answer would be taken for a later one.
const page = globalThis as { assentEarlyForm?: EarlyForm | null | undefined };
let early = page.assentEarlyForm ?? null;
page.assentEarlyForm = null;
const startedAt = performance.now();

/** The answer to a request for the form that began before this script ran; null for any other request, later, and the second time. */
export function takeEarlyAnswer(input: RequestInfo | URL, init: RequestInit | undefined): Promise<Response> | null {
  const taken = early;
  if (taken === null || taken.url !== input) return null;
  early = null;
  if (performance.now() - startedAt > EARLY) return null;
  init?.signal?.addEventListener('abort', () => taken.cut.abort(init.signal?.reason), { once: true });
  return taken.answer;
}
