import type { TemplateVersion } from '#contract/templates.ts';
import { ENGLISH_NAMES, languageAttributes, OWN_NAMES } from '#domain/values/patient-languages.ts';
import { isCurrentTranslation, untranslatedWords, type TemplateTranslation } from '#domain/templates/template-translation.ts';
import { isOwnTranslation } from '#domain/templates/translation-review.ts';
import { ReviewMark } from '#src/editing/ReviewMark.tsx';
import { noticeSuccess } from '#src/notices/notices.tsx';
import { useReviewTemplateTranslation } from '#src/queries/templates.ts';
import { useSession } from '#src/session/session.ts';
import { Notice } from '#src/ui/Notice.tsx';
import { Panel } from '#src/ui/layout/Panel.tsx';
import { StateChip } from '#src/ui/layout/StateChip.tsx';
import { TemplateText } from '#src/ui/clinical/TemplateText.tsx';
import styles from './templates.module.css';

type TranslationViewProps = { readonly template: TemplateVersion; readonly translation: TemplateTranslation };

/** One translation of a template's text, with the mark of its review. */
export function TranslationView({ template, translation }: TranslationViewProps) {
  const { language, reviewed, data, complete } = translation;
  const isCurrent = isCurrentTranslation(translation, template.data);
  return (
    <Panel title={`Translation into ${ENGLISH_NAMES[language]}`}>
      <div className={styles.stack}>
        <div className={styles.buttons}>
          <span lang={language}>{OWN_NAMES[language]}</span>
          <StateChip tone={reviewed ? 'ok' : 'warn'}>{reviewed ? 'Reviewed' : 'Not reviewed yet'}</StateChip>
        </div>
        {!complete && (
          <Notice tone="warn" title="This translation is not finished">
            <p>Patients do not see it until somebody says in the editor that it is.</p>
          </Notice>
        )}
        {!isCurrent && (
          <Notice tone="warn" title="The English has changed since this translation">
            <p>Patients do not see it until somebody has compared the two.</p>
          </Notice>
        )}
        <div {...languageAttributes(language)}>
          <TemplateText nodes={data} />
        </div>
        {template.isCurrent && complete && isCurrent && <ReviewAct template={template} translation={translation} />}
      </div>
    </Panel>
  );
}

function ReviewAct({ template: { _id, version }, translation }: TranslationViewProps) {
  const user = useSession()?.user;
  const review = useReviewTemplateTranslation();
  const { language, reviewed } = translation;
  if (user?.permissions.includes('procedures.publish') !== true) return null;
  const left = untranslatedWords(translation).length;
  return (
    <ReviewMark
      translation={translation}
      isOwn={isOwnTranslation(translation, user._id)}
      extent={left === 0 ? '' : `${left} still in English`}
      review={review}
      onMark={() =>
        review.mutate({ _id, version, language, reviewed: !reviewed }, { onSuccess: ({ message }) => noticeSuccess(message) })
      }
    />
  );
}
