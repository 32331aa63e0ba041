import type { TemplateVersion } from '#contract/templates.ts';
import { TEMPLATE_TRANSLATION, type TemplateTranslation } from '#domain/templates/template-translation.ts';
import { isOfEnglish } from '#domain/templates/translation.ts';
import { reviewRefusal } from '#domain/templates/translation-review.ts';
import { ENGLISH_CHANGED } from '#src/editing/translation/translation-words.ts';
import { TranslationPanel } from '#src/editing/translation/TranslationPanel.tsx';
import { noticeSuccess } from '#src/notices/notices.tsx';
import { useReviewTemplateTranslation } from '#src/queries/templates.ts';
import { useSession } from '#src/session/session.ts';
import { Notice } from '#src/ui/Notice.tsx';
import { TemplateText } from '#src/ui/clinical/TemplateText.tsx';

type TranslationViewProps = { readonly template: TemplateVersion; readonly translation: TemplateTranslation };

/** One translation of a template's text, with the mark of its review. */
export function TranslationView({ template, translation }: TranslationViewProps) {
  const user = useSession()?.user;
  const review = useReviewTemplateTranslation();
  const { _id, version, data: english, isCurrent } = template;
  const { language, reviewed, data, complete } = translation;
  const mark = { english, reviewed: !reviewed, userId: user?._id ?? '' };
  return (
    <TranslationPanel
      translation={translation}
      isReadable={TEMPLATE_TRANSLATION.isReadable(translation, english)}
      untranslated={TEMPLATE_TRANSLATION.untranslated(translation, english).length}
      notices={
        <>
          {!complete && (
            <Notice tone="warn" title="This translation is not finished">
              <p>Patients do not see it until somebody says in the editor that it is.</p>
            </Notice>
          )}
          {!isOfEnglish(translation, english) && (
            <Notice tone="warn" title={ENGLISH_CHANGED}>
              <p>Patients do not see it until somebody has compared the two.</p>
            </Notice>
          )}
        </>
      }
      texts={[{ id: 'data', english: <TemplateText nodes={english} />, text: <TemplateText nodes={data} /> }]}
      review={{
        mayReview: isCurrent && user?.permissions.includes('procedures.publish') === true,
        refusal: reviewRefusal(TEMPLATE_TRANSLATION, translation, mark),
        isPending: review.isPending,
        error: review.error,
        onMark: () =>
          review.mutate({ _id, version, language, reviewed: !reviewed }, { onSuccess: ({ message }) => noticeSuccess(message) }),
      }}
    />
  );
}
