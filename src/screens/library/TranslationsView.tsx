import { englishTextsOf, PROCEDURE_TRANSLATION, translationOf } from '#domain/library/procedure-texts.ts';
import type { ProcedureTranslation } from '#domain/library/procedure-translation.ts';
import type { Procedure } from '#domain/library/procedure.ts';
import { reviewRefusal } from '#domain/templates/translation-review.ts';
import { TranslationPanel } from '#src/editing/translation/TranslationPanel.tsx';
import { noticeSuccess } from '#src/notices/notices.tsx';
import { useReviewTranslation } from '#src/queries/library/library-writes.ts';
import { useSession } from '#src/session/session.ts';

type TranslationsViewProps = {
  readonly procedure: Procedure;
  /** Shows the version that has the mark. */
  readonly onReviewed: (version: number) => void;
};

/** The translations of a version beside its English, with the mark of their review. */
export function TranslationsView({ procedure, onReviewed }: TranslationsViewProps) {
  return procedure.translations?.map((each) => (
    <Translation key={each.language} procedure={procedure} translation={each} onReviewed={onReviewed} />
  ));
}

type TranslationProps = TranslationsViewProps & { readonly translation: ProcedureTranslation };

function Translation({ procedure, translation, onReviewed }: TranslationProps) {
  const user = useSession()?.user;
  const review = useReviewTranslation();
  const { language, reviewed } = translation;
  const { procedureID, revision, status, newest } = procedure;
  const mark = { english: procedure, reviewed: !reviewed, userId: user?._id ?? '' };
  return (
    <TranslationPanel
      translation={translation}
      isReadable={PROCEDURE_TRANSLATION.isReadable(translation, procedure)}
      untranslated={PROCEDURE_TRANSLATION.untranslated(translation, procedure).length}
      texts={englishTextsOf(procedure).map((each) => ({
        id: each.path,
        english: each.english,
        text: translationOf(translation, each) ?? null,
      }))}
      review={{
        mayReview: user?.permissions.includes('procedures.publish') === true && newest === null && status !== 'RETIRED',
        refusal: reviewRefusal(PROCEDURE_TRANSLATION, translation, mark),
        hint: status === 'ACTIVE' ? 'The mark makes a new version, a draft to publish.' : undefined,
        isPending: review.isPending,
        error: review.error,
        onMark: () =>
          review.mutate(
            { procedureID, revision, language, reviewed: !reviewed },
            {
              onSuccess: ({ message, data }) => {
                noticeSuccess(message);
                onReviewed(data.version);
              },
            },
          ),
      }}
    />
  );
}
