/** An event of a timeline, as far as it tells of a signer's words. */
export type SignerEvent = {
  readonly type: string;
  readonly at: string;
  readonly deviceAt: string | null;
  readonly versionId: string | null;
  readonly detail: Readonly<Record<string, string | number | boolean | null>>;
};

const DECLINES: ReadonlySet<string> = new Set(['DECLINED', 'CHILD_SAID_NO']);

/**
 * The last "no" of a signer of a version, by their place on it: when, ISO and by the device where it said, and their words, a line for the
 * reason and one for the comments. Null and empty where the timeline has none.
 */
export function declineOf(
  events: readonly SignerEvent[],
  { consentID, order }: { consentID: string; order: number },
): { readonly at: string | null; readonly words: string } {
  const event = events.findLast(
    ({ type, versionId, detail }) => DECLINES.has(type) && versionId === consentID && detail['order'] === order,
  );
  const words = [event?.detail['reason'], event?.detail['comments']].filter((each) => typeof each === 'string' && each !== '');
  return { at: event === undefined ? null : (event.deviceAt ?? event.at), words: words.join('\n') };
}
