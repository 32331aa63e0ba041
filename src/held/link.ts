/** The Network Information API, where a browser has it; lib.dom leaves `effectiveType` out. */
type NetworkInformation = EventTarget & { readonly effectiveType?: string };

/** What came of one call, seen from the line: an answer of this product, somebody else's, or none. */
export type Sign = 'ours' | 'foreign' | 'silence';

/** From this median of the own answers on a link counts as slow, ms [choice: measured at an emulated 2g]. */
const SLOW_ANSWER = 1400;
/** So many answers make a median. */
const ANSWERS = 5;

/** How long the last own answers took, ms, the oldest first. */
let answers: readonly number[] = [];
const listeners = new Set<(sign: Sign) => void>();

/** How the browser tells of its network, where it does. */
export function networkInformation(): NetworkInformation | undefined {
  // Not every browser has it, and the DOM library does not know all of it.
  return (globalThis.navigator as Navigator & { readonly connection?: NetworkInformation }).connection;
}

/**
 * What the browser calls its link. Where it says nothing (Safari, Firefox): `2g` while the median of the last five own answers is
 * 1400 ms or more, else undefined.
 */
export function linkType(): string | undefined {
  const told = networkInformation()?.effectiveType;
  return told ?? (isSlowBy(answers) ? '2g' : undefined);
}

/** Whether the link is slow: 2g or slow-2g (spec §9). */
export function isSlowLink(): boolean {
  return isSlowType(linkType());
}

export function isSlowType(type: string | undefined): boolean {
  return type === '2g' || type === 'slow-2g';
}

/**
 * Listens to one call of this page: how long its answer takes, and whose it is.
 *
 * @param signal - what the call can be called off with
 * @returns the call itself, as it came out
 */
export async function heard(asking: Promise<Response>, signal?: AbortSignal | null): Promise<Response> {
  const asked = performance.now();
  try {
    const response = await asking;
    noteAnswer(response.headers.get('x-app') === 'consent' ? 'ours' : 'foreign', performance.now() - asked);
    return response;
  } catch (failure) {
    // What the page itself called off tells nothing of the network, but what was waited for in vain does.
    if (!isName(failure, 'AbortError') || isName(signal?.reason, 'TimeoutError')) noteAnswer('silence', 0);
    throw failure;
  }
}

/** Notes what came of a call. @param ms - from asking to the beginning of the answer */
export function noteAnswer(sign: Sign, ms: number): void {
  if (sign === 'ours') answers = [...answers, ms].slice(-ANSWERS);
  for (const listener of listeners) listener(sign);
}

/** Another network has answers of its own. */
export function forgetAnswers(): void {
  answers = [];
}

/** Hears what came of each call of this page. @returns how to stop */
export function onAnswer(listener: (sign: Sign) => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Safari calls it an AbortError also when the time was up: the signal's own reason tells them apart. */
function isName(reason: unknown, name: 'AbortError' | 'TimeoutError'): boolean {
  return reason instanceof DOMException && reason.name === name;
}

function isSlowBy(times: readonly number[]): boolean {
  if (times.length < ANSWERS) return false;
  return (times.toSorted((one, other) => one - other)[(ANSWERS - 1) / 2] ?? 0) >= SLOW_ANSWER;
}
