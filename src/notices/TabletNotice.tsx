import { longTime } from '#domain/plain-date.ts';
import { useProduct } from '#src/queries/reference.ts';
import { Notice } from '#src/ui/Notice.tsx';

type Props = {
  /** when this tablet last knew all that is shown (epoch ms), null: never; nothing where the server has told it itself */
  readonly fromTablet: { readonly at: number | null } | null | undefined;
};

/** Over what only this tablet could tell: how old it is, because what others did since, a withdrawal too, may be missing in it. */
export function TabletNotice({ fromTablet }: Props) {
  const { timeZone } = useProduct();
  if (fromTablet === undefined || fromTablet === null) return null;
  const { at } = fromTablet;
  return (
    <Notice tone="info" title="The server cannot be reached">
      <p>
        {at === null
          ? 'You see what is saved on this tablet.'
          : `You see what this tablet knew on ${longTime(new Date(at).toISOString(), timeZone)}.`}
      </p>
    </Notice>
  );
}
