import { isOurAnswer } from '#contract/engine/our-answer.ts';

/** The Network Information API, where a browser has it; lib.dom leaves `effectiveType` out. */
type NetworkInformation = EventTarget & { readonly effectiveType?: string };

/** Origin of the response to one call: this product, this product in failure (5xx), something else (such as a portal), or none; `late`: none
 * yet. */
export type ResponseOrigin = 'ours' | 'failing' | 'foreign' | 'silence' | 'late';

/** Time without a response after which a call is `late`, ms [choice]: a slow network answers sooner. */
const LATE_RESPONSE = 3000;

/** Median response time of this product from which a network counts as slow, ms [choice: measured at an emulated 2g]. */
const SLOW_RESPONSE = 1400;
/** Number of responses in the median. */
const SAMPLE_SIZE = 5;

/** Last response times of this product, ms, the oldest first. */
let responseTimes: readonly number[] = [];
const listeners = new Set<(sign: ResponseOrigin) => void>();

/** The browser's Network Information API, where it has one. */
export function networkInformation(): NetworkInformation | undefined {
  // Not every browser has it, and the DOM library does not know all of it.
  return (globalThis.navigator as Navigator & { readonly connection?: NetworkInformation }).connection;
}

/**
 * The browser's name for its network type. Where there is none (Safari, Firefox): `2g` while the median of the last five response
 * times of this product is 1400 ms or more, else undefined.
 */
export function networkType(): string | undefined {
  const reported = networkInformation()?.effectiveType;
  return reported ?? (isSlowBy(responseTimes) ? '2g' : undefined);
}

/** True on a slow network: 2g or slow-2g (spec §9). */
export function isSlowNetwork(): boolean {
  return isSlowType(networkType());
}

export function isSlowType(type: string | undefined): boolean {
  return type === '2g' || type === 'slow-2g';
}

/**
 * Observes one call of this page: the time to its response, and its origin.
 *
 * @param signal - abort signal of the call
 * @returns the call's own result
 */
export async function observe(asking: Promise<Response>, signal?: AbortSignal | null): Promise<Response> {
  const asked = performance.now();
  const late = setTimeout(() => recordResponse('late', 0), LATE_RESPONSE);
  try {
    const response = await asking;
    recordResponse(originOf(response), performance.now() - asked);
    return response;
  } catch (failure) {
    // A call that the page aborted says nothing of the network; one that timed out does.
    if (!isName(failure, 'AbortError') || isName(signal?.reason, 'TimeoutError')) recordResponse('silence', 0);
    throw failure;
  } finally {
    clearTimeout(late);
  }
}

/** Records the response to a call. @param ms - from the request to the start of the response */
export function recordResponse(sign: ResponseOrigin, ms: number): void {
  if (sign === 'ours') responseTimes = [...responseTimes, ms].slice(-SAMPLE_SIZE);
  for (const listener of listeners) listener(sign);
}

/** Clears the response times when the network changes. */
export function resetResponseTimes(): void {
  responseTimes = [];
}

/** Calls the listener with the origin of each response to this page's calls. @returns how to stop */
export function onResponse(listener: (sign: ResponseOrigin) => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function originOf({ headers, status }: Response): ResponseOrigin {
  if (!isOurAnswer(headers)) return 'foreign';
  return status >= 500 ? 'failing' : 'ours';
}

/** Safari reports an AbortError also after a timeout: the signal's own reason tells them apart. */
function isName(reason: unknown, name: 'AbortError' | 'TimeoutError'): boolean {
  return reason instanceof DOMException && reason.name === name;
}

function isSlowBy(times: readonly number[]): boolean {
  if (times.length < SAMPLE_SIZE) return false;
  return (times.toSorted((one, other) => one - other)[(SAMPLE_SIZE - 1) / 2] ?? 0) >= SLOW_RESPONSE;
}
