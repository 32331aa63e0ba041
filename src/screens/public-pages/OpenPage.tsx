import type { PublicOrganisation } from '#contract/engine/public-organisation.ts';
import { paths } from '#src/paths.ts';
import { useOrganisation } from '#src/public-pages/use-organisation.ts';
import styles from '#src/public-pages/public-pages.module.css';
import { Link } from '#src/ui/Link.tsx';
import { Skeleton } from '#src/ui/layout/Skeleton.tsx';
import { Panel } from '#src/ui/layout/Panel.tsx';
import type { ReactNode } from 'react';

type OpenPageProps = {
  readonly title: string;
  /** the organisation whose page it is; undefined: that of this device, else the first one */
  readonly organisation: string | undefined;
  /** its words; of an organisation that is not known null */
  readonly children: (organisation: PublicOrganisation | null) => ReactNode;
};

/** A page that anybody may read, signed in or not, with a network or without. */
export function OpenPage({ title, organisation: id, children }: OpenPageProps) {
  const info = useOrganisation(id);
  return (
    <>
      <h1>{title}</h1>
      <Panel>
        <div className={styles.words}>
          {info === null ? <Skeleton lines={6} /> : children(info.kind === 'known' ? info.organisation : null)}
        </div>
      </Panel>
      <p>
        <Link href={paths.home.href}>Back to the start</Link>
      </p>
    </>
  );
}
