import { hashToken } from '#server/data/tokens.ts';
import type { Actor } from './actor.ts';

type Known = Exclude<Actor['kind'], 'nobody'>;

/** Callers that are remembered; the one that has not called for longest goes first [choice]. */
const KNOWN_MOST = 20_000;
const known = new Map<string, Known>();

/** Remembers that a token was right: an overloaded server cannot ask the database before it refuses. */
export function rememberCaller(token: string, kind: Known): void {
  const hash = hashToken(token);
  known.delete(hash);
  known.set(hash, kind);
  const [oldest] = known.keys();
  if (known.size > KNOWN_MOST && oldest !== undefined) known.delete(oldest);
}

/** Whose a token was when it was last right; undefined for one that nobody has called with since the start. */
export function rememberedCaller(token: string | undefined): Known | undefined {
  return token === undefined ? undefined : known.get(hashToken(token));
}
