import type { ServedFromCache } from '#src/offline/local/context.ts';
import { longTime } from '#domain/plain-date.ts';
import { useProduct } from '#src/queries/reference.ts';
import { Notice } from '#src/ui/Notice.tsx';

type Props = {
  /** the last complete pull of the shown data (epoch ms), null: never; nothing when the server answered itself */
  readonly fromTablet: ServedFromCache | null | undefined;
};

/**
 * Notice above data of this tablet alone: gives their age, because other people's later changes, a withdrawal too, may be
 * missing.
 */
export function TabletNotice({ fromTablet }: Props) {
  const { timeZone } = useProduct();
  if (fromTablet === undefined || fromTablet === null) return null;
  const { at, isServerFailing = false } = fromTablet;
  return (
    <Notice tone="info" title={isServerFailing ? 'The server has a problem' : 'The server cannot be reached'}>
      <p>
        {at === null
          ? 'You see what is saved on this tablet.'
          : `You see what this tablet knew on ${longTime(new Date(at).toISOString(), timeZone)}.`}
      </p>
    </Notice>
  );
}
