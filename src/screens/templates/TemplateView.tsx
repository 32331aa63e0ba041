import type { TemplateVersion } from '#contract/templates.ts';
import { paths } from '#src/paths.ts';
import { useProduct } from '#src/queries/reference.ts';
import { useMay } from '#src/session/permissions.ts';
import { ButtonLink } from '#src/ui/ButtonLink.tsx';
import { Link } from '#src/ui/Link.tsx';
import { QuietLine, StrongLine } from '#src/ui/layout/Lines.tsx';
import { Notice } from '#src/ui/Notice.tsx';
import { Page } from '#src/ui/layout/Page.tsx';
import { PageHeader } from '#src/ui/layout/PageHeader.tsx';
import { Panel } from '#src/ui/layout/Panel.tsx';
import { Skeleton } from '#src/ui/layout/Skeleton.tsx';
import { StateChip } from '#src/ui/layout/StateChip.tsx';
import { TemplateText } from '#src/ui/clinical/TemplateText.tsx';
import { lazy, Suspense } from 'react';
import { ChoiceReadings } from '#src/editing/ChoiceReadings.tsx';
import { DeleteTemplate } from './DeleteTemplate.tsx';
import { changedWords } from './template-words.ts';
import { templatesLink } from './templates-link.ts';
import styles from './templates.module.css';
import { FORM_WORDS } from '#domain/forms/form-words.ts';
import { nameWithoutType } from '#domain/templates/library-template.ts';

// Most templates are in English alone.
const TranslationView = lazy(async () => ({ default: (await import('./TranslationView.tsx')).TranslationView }));

type TemplateViewProps = {
  readonly versions: readonly TemplateVersion[];
  readonly shown: TemplateVersion;
  readonly onDeleted: () => void;
};

/** One version of a template to read, beside the list of all of them. */
export function TemplateView({ versions, shown, onDeleted }: TemplateViewProps) {
  const { timeZone } = useProduct();
  const mayEdit = useMay('templates.edit');
  const { _id, name, formType, speciality, version, data, isCurrent, translations = [], choices = [] } = shown;
  const isDeleted = versions.every((each) => !each.isCurrent);
  return (
    <>
      <PageHeader
        title={nameWithoutType(name)}
        back={templatesLink}
        about={`${FORM_WORDS[formType].name}${speciality === null ? '' : `, ${speciality}`}, version ${version}`}
        actions={
          <>
            <StateChip tone={isCurrent ? 'ok' : 'plain'}>
              {isCurrent ? 'In use' : isDeleted ? 'Deleted' : 'Older version'}
            </StateChip>
            {mayEdit && isCurrent && <ButtonLink href={paths.editTemplate(_id).href}>Edit</ButtonLink>}
          </>
        }
      />
      <Page>
        {!isCurrent && (
          <Notice title={isDeleted ? 'This template was deleted' : 'This is an older version'}>
            <p>It is offered for no new form. Forms that were sent with it keep it.</p>
          </Notice>
        )}
        <div className={styles.columns}>
          <div className={styles.stack}>
            <Panel title="Text">
              <TemplateText nodes={data} />
            </Panel>
            {choices.length > 0 && (
              <Panel title="Choices of the patient">
                <ChoiceReadings choices={choices} />
              </Panel>
            )}
          </div>
          <div className={`${styles.aside} ${styles.stack}`}>
            <Panel title="Versions" rows>
              {versions.map((each) => (
                <li key={each.version} className={styles.versions}>
                  <span>
                    <StrongLine>Version {each.version}</StrongLine>
                    <QuietLine>{changedWords(each, timeZone)}</QuietLine>
                  </span>
                  {each.version === version ? (
                    <StateChip tag>Shown</StateChip>
                  ) : (
                    <Link href={paths.templateVersion(_id, each.version).href} aria-label={`Read version ${each.version}`}>
                      Read
                    </Link>
                  )}
                </li>
              ))}
            </Panel>
            {mayEdit && (
              <div className={styles.buttons}>
                <ButtonLink href={paths.copyTemplate(_id).href} variant="default">
                  Make a copy
                </ButtonLink>
                {isCurrent && <DeleteTemplate template={shown} onDeleted={onDeleted} />}
              </div>
            )}
          </div>
        </div>
        {translations.length > 0 && (
          <Suspense fallback={<Skeleton card lines={4} />}>
            {translations.map((each) => (
              <TranslationView key={each.language} template={shown} translation={each} />
            ))}
          </Suspense>
        )}
      </Page>
    </>
  );
}
