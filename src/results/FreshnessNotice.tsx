import type { ServedFromCache } from '#src/offline/local/context.ts';
import { longTime } from '#domain/values/plain-date.ts';
import { useProduct } from '#src/queries/reference.ts';
import { useSession } from '#src/session/session.ts';
import { Notice } from '#src/ui/Notice.tsx';
import { copyWords } from './copy-words.ts';
import { StaleNotice } from './StaleNotice.tsx';
import { useServerStatus } from '#src/notices/use-online.ts';

type Props = {
  /** the last complete pull of the shown data (epoch ms), null: never; nothing when the server answered itself */
  readonly fromTablet: ServedFromCache | null | undefined;
  readonly query: Parameters<typeof StaleNotice>[0]['query'] & { readonly isFetching: boolean; readonly error: unknown };
};

/**
 * Notice above data that are not the server's latest answer, with their age: other people's later changes, a withdrawal too, may be
 * missing. Data of this tablet alone come with the reason.
 */
export function FreshnessNotice({ fromTablet, query }: Props) {
  const { timeZone } = useProduct();
  const server = useServerStatus();
  const isSignedIn = useSession()?.token !== null;
  if (fromTablet === undefined || fromTablet === null) return <StaleNotice query={query} />;
  const { at } = fromTablet;
  const { isFetching, error: failure } = query;
  return (
    <Notice {...copyWords({ copy: fromTablet, isFetching, failure, server, isSignedIn })}>
      <p>
        {at === null
          ? 'You see what is saved on this tablet.'
          : `You see what this tablet knew on ${longTime(new Date(at).toISOString(), timeZone)}.`}
      </p>
    </Notice>
  );
}
