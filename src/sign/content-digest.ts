import { sha256HexAsync } from '#contract/engine/hex.ts';
import type { TicketDetails } from '#contract/signing.ts';
import { contentDigest } from '#domain/consents/digest.ts';
import { shownRecordOf } from '#domain/consents/shown.ts';

/** True when this page can compute a digest: browsers allow it over https and on localhost only. */
export function canDigest(): boolean {
  return 'subtle' in crypto;
}

/** SHA-256 (64 hex) of exactly the content these pages show; signing requires that it equals the server's. */
export function digestShownContent(details: TicketDetails): Promise<string> {
  return contentDigest(shownRecordOf(details), sha256HexAsync);
}
