import type { Procedure } from '#domain/library/procedure.ts';
import { longDate } from '#domain/values/plain-date.ts';
import { CODE_SYSTEM_WORDS } from '#domain/library/procedure-codes.ts';
import { procedureStatusWords } from '#domain/cases/state-words.ts';
import { FreshnessNotice } from '#src/results/FreshnessNotice.tsx';
import { QueryFailure } from '#src/results/QueryFailure.tsx';
import { paths } from '#src/paths.ts';
import { procedureOptions, useProcedureName } from '#src/queries/library/library.ts';
import { useMay } from '#src/session/permissions.ts';
import { ButtonLink } from '#src/ui/ButtonLink.tsx';
import { DefinitionList } from '#src/ui/layout/DefinitionList.tsx';
import { QuietLine } from '#src/ui/layout/Lines.tsx';
import { Page } from '#src/ui/layout/Page.tsx';
import { PageHeader } from '#src/ui/layout/PageHeader.tsx';
import { Panel } from '#src/ui/layout/Panel.tsx';
import { Skeleton } from '#src/ui/layout/Skeleton.tsx';
import { StateChip } from '#src/ui/layout/StateChip.tsx';
import { TemplateText } from '#src/ui/clinical/TemplateText.tsx';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { formWithAudience } from './form-words.ts';
import styles from './library.module.css';
import { OwnSections } from './sections/OwnSections.tsx';
import { ProcedureActs } from './ProcedureActs.tsx';
import { ProcedureChoices } from './ProcedureChoices.tsx';
import { ProcedureHistory } from './ProcedureHistory.tsx';
import { ProcedureNotices } from './ProcedureNotices.tsx';
import { ProcedureQuestionsPanel } from './ProcedureQuestionsPanel.tsx';
import { ProcedureRisks } from './ProcedureRisks.tsx';

// Most procedures are in English alone.
const TranslationsView = lazy(async () => ({ default: (await import('./TranslationsView.tsx')).TranslationsView }));

const BACK = { href: paths.library.href, label: 'Library' };

type ProcedureViewProps = {
  readonly id: string;
  /** Absent: the version in use, or else the newest. */
  readonly version?: number | undefined;
};

/** One procedure of the library, with the acts of people who may write and publish, and its history. */
export function ProcedureView({ id, version }: ProcedureViewProps) {
  const query = useQuery(procedureOptions(id, version));
  const { data, error, isPending, refetch } = query;
  const navigate = useNavigate();
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
        actions={<StateChip tone={tone}>{`${words} · version ${data.version}`}</StateChip>}
      />
      <Page>
        <FreshnessNotice fromTablet={data.servedFromCache} query={query} />
        <ProcedureNotices procedure={data} />
        <ProcedureActs procedure={data} editors={data.editors ?? []} />
        <AboutProcedure procedure={data} />
        <ProcedureRisks risks={data.risks} />
        <Choices procedure={data} />
        <ProcedureChoices procedure={data} />
        <Sections sections={data.sections} />
        <OwnSections procedure={data} />
        <Resources procedure={data} />
        <ProcedureQuestionsPanel questions={data.understanding} />
        {(data.translations ?? []).length > 0 && (
          <Suspense fallback={<Skeleton card lines={4} />}>
            <TranslationsView
              procedure={data}
              onReviewed={(marked) => void navigate({ ...paths.procedureVersion(id, marked), replace: true })}
            />
          </Suspense>
        )}
        <ProcedureHistory events={data.history ?? []} />
      </Page>
    </>
  );
}

function AboutProcedure({ procedure }: { readonly procedure: Procedure }) {
  const { procedureDescription, benefits, speciality, sideRequired, formTypes, reviewDate, owner, codes } = procedure;
  return (
    <Panel title="About it">
      <div className={styles.stack}>
        <p className={styles.words}>{procedureDescription}</p>
        {benefits.length > 0 && (
          <>
            <h3>Benefits</h3>
            <ul className={styles.list}>
              {benefits.map(({ text, source, year }) => (
                <li key={text}>
                  {text}
                  <QuietLine>{[source, year].filter((part) => part !== null).join(', ')}</QuietLine>
                </li>
              ))}
            </ul>
          </>
        )}
        <DefinitionList
          items={[
            { term: 'Speciality', value: speciality },
            { term: 'Side', value: sideRequired ? 'Must be chosen' : 'Not needed' },
            { term: 'Forms', value: formTypes.map(formWithAudience).join(' · ') },
            { term: 'Review date', value: reviewDate === null ? null : longDate(reviewDate) },
            { term: 'Owner', value: owner },
            {
              term: 'Codes',
              value:
                codes.map(({ system, code, display }) => `${CODE_SYSTEM_WORDS[system]} ${code} ${display}`).join(' · ') || null,
            },
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

/** Named parts that the patient reads beyond the risks. */
function Sections({ sections }: Pick<Procedure, 'sections'>) {
  if (sections.length === 0) return null;
  return (
    <Panel title="More for the patient">
      <div className={styles.stack}>
        {sections.map(({ id, title, nodes }) => (
          <section key={id} className={styles.tight}>
            <h3>{title}</h3>
            <TemplateText nodes={nodes} />
          </section>
        ))}
      </div>
    </Panel>
  );
}

/** Leaflets, videos and pictures are external: https only, and no referrer reaches the other site. */
function Resources({ procedure: { procedureID, status, Leaflets, videoLinks, imageRefs } }: { readonly procedure: Procedure }) {
  const all = [...Leaflets, ...videoLinks, ...imageRefs].filter(({ url }) => url.startsWith('https://'));
  const mayEdit = useMay('procedures.edit') && status !== 'UNDER_REVIEW';
  if (all.length === 0 && !mayEdit) return null;
  return (
    <Panel
      title="Leaflets, videos and pictures"
      actions={
        mayEdit && (
          <ButtonLink href={paths.editLinks(procedureID).href} variant="subtle">
            Change links
          </ButtonLink>
        )
      }
    >
      {all.length === 0 && <p>There are none.</p>}
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
