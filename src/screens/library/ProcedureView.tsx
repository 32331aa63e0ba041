import type { Procedure } from '#domain/procedure.ts';
import { longDate } from '#domain/plain-date.ts';
import { procedureStatusWords } from '#domain/state-words.ts';
import type { FormType } from '#domain/states.ts';
import { AgeNotice } from '#src/notices/AgeNotice.tsx';
import { QueryFailure } from '#src/notices/QueryFailure.tsx';
import { paths } from '#src/paths.ts';
import { procedureOptions, useProcedureName } from '#src/queries/library.ts';
import { DefinitionList } from '#src/ui/DefinitionList.tsx';
import { QuietLine } from '#src/ui/Lines.tsx';
import { Notice } from '#src/ui/Notice.tsx';
import { Page } from '#src/ui/Page.tsx';
import { PageHeader } from '#src/ui/PageHeader.tsx';
import { Panel } from '#src/ui/Panel.tsx';
import { Skeleton } from '#src/ui/Skeleton.tsx';
import { StateChip } from '#src/ui/StateChip.tsx';
import { useQuery } from '@tanstack/react-query';
import styles from './library.module.css';
import { ProcedureRisks } from './ProcedureRisks.tsx';

const BACK = { href: paths.library.href, label: 'Library' };

const FORM_WORDS: Readonly<Record<FormType, string>> = {
  FORM_1: 'Form 1: adult',
  FORM_2: 'Form 2: child or young person',
  FORM_3: 'Form 3: awake, no sedation',
  FORM_4: 'Form 4: adult who lacks capacity',
};

/** One procedure of the library, read only. */
export function ProcedureView({ id }: { readonly id: string }) {
  const query = useQuery(procedureOptions(id));
  const { data, error, isPending, refetch } = query;
  const name = useProcedureName(id);
  if (data === undefined)
    return (
      <>
        <PageHeader title={name ?? 'Procedure'} back={BACK} />
        <Page>{isPending ? <Skeleton card lines={6} /> : <QueryFailure failure={error} onRetry={() => void refetch()} />}</Page>
      </>
    );
  const { tone, words } = procedureStatusWords(data.status);
  return (
    <>
      <PageHeader
        title={data.procedureName}
        about={data.procedureAcronym}
        back={BACK}
        actions={<StateChip tone={tone}>{words}</StateChip>}
      />
      <Page>
        <AgeNotice fromTablet={data.servedFromCache} query={query} />
        {!data.clinicallyReviewed && (
          <Notice tone="warn" title="Not yet reviewed by a clinician here">
            <p>Text and figures come from the sources named. Somebody at this hospital must check them before real use.</p>
          </Notice>
        )}
        <AboutProcedure procedure={data} />
        <ProcedureRisks risks={data.risks} />
        <Choices procedure={data} />
        <Resources procedure={data} />
      </Page>
    </>
  );
}

function AboutProcedure({ procedure }: { readonly procedure: Procedure }) {
  const { procedureDescription, benefits, speciality, sideRequired, formTypes, reviewDate, owner, version } = procedure;
  return (
    <Panel title="About it">
      <div className={styles.stack}>
        <p className={styles.words}>{procedureDescription}</p>
        <h3>Benefits</h3>
        <ul className={styles.list}>
          {benefits.map(({ text, source, year }) => (
            <li key={text}>
              {text}
              <QuietLine>{[source, year].filter((part) => part !== null).join(', ')}</QuietLine>
            </li>
          ))}
        </ul>
        <DefinitionList
          items={[
            { term: 'Speciality', value: speciality },
            { term: 'Side', value: sideRequired ? 'Must be chosen' : 'Not needed' },
            { term: 'Forms', value: formTypes.map((type) => FORM_WORDS[type]).join(' · ') },
            { term: 'Review date', value: reviewDate === null ? null : longDate(reviewDate) },
            { term: 'Owner', value: owner },
            { term: 'Version', value: String(version) },
          ]}
        />
      </div>
    </Panel>
  );
}

function Choices({ procedure: { alternatives } }: { readonly procedure: Procedure }) {
  return (
    <Panel title="Alternatives">
      <ul className={styles.list}>
        {alternatives.map((each) => (
          <li key={each}>{each}</li>
        ))}
      </ul>
    </Panel>
  );
}

/** Leaflets, videos and pictures are external: https only, and no referrer reaches the other site. */
function Resources({ procedure: { Leaflets, videoLinks, imageRefs } }: { readonly procedure: Procedure }) {
  const all = [...Leaflets, ...videoLinks, ...imageRefs].filter(({ url }) => url.startsWith('https://'));
  if (all.length === 0) return null;
  return (
    <Panel title="Leaflets, videos and pictures">
      <ul className={styles.list}>
        {all.map(({ title, url }) => (
          <li key={url}>
            <a href={url} target="_blank" rel="noopener noreferrer">
              {title}
            </a>
            <QuietLine>Opens {new URL(url).hostname} in a new tab</QuietLine>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
