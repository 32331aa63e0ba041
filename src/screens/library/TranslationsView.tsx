import { ENGLISH_NAMES, languageAttributes, OWN_NAMES } from '#domain/values/patient-languages.ts';
import { englishTextsOf, translationOf } from '#domain/library/procedure-texts.ts';
import type { ProcedureTranslation } from '#domain/library/procedure-translation.ts';
import type { Procedure } from '#domain/library/procedure.ts';
import { isOwnTranslation } from '#domain/templates/translation-review.ts';
import { ReviewMark } from '#src/editing/ReviewMark.tsx';
import { noticeSuccess } from '#src/notices/notices.tsx';
import { useReviewTranslation } from '#src/queries/library/library-writes.ts';
import { useSession } from '#src/session/session.ts';
import { Panel } from '#src/ui/layout/Panel.tsx';
import { StateChip } from '#src/ui/layout/StateChip.tsx';
import styles from './library.module.css';

type TranslationsViewProps = {
  readonly procedure: Procedure;
  /** Shows the version that has the mark. */
  readonly onReviewed: (version: number) => void;
};

/** The translations of a version beside its English, with the mark of their review. */
export function TranslationsView({ procedure, onReviewed }: TranslationsViewProps) {
  return (
    <>
      {procedure.translations?.map((translation) => (
        <Panel key={translation.language} title={`Translation into ${ENGLISH_NAMES[translation.language]}`}>
          <div className={styles.stack}>
            <div className={styles.head}>
              <span lang={translation.language}>{OWN_NAMES[translation.language]}</span>
              <StateChip tone={translation.reviewed ? 'ok' : 'warn'}>
                {translation.reviewed ? 'Reviewed' : 'Not reviewed yet'}
              </StateChip>
            </div>
            <Pairs procedure={procedure} translation={translation} />
            <ReviewAct procedure={procedure} translation={translation} onReviewed={onReviewed} />
          </div>
        </Panel>
      ))}
    </>
  );
}

type PairsProps = { readonly procedure: Procedure; readonly translation: ProcedureTranslation };

function Pairs({ procedure, translation }: PairsProps) {
  const { language } = translation;
  return (
    <dl className={styles.pairs}>
      {englishTextsOf(procedure).map((each) => {
        const text = translationOf(translation, each);
        return (
          <div key={each.path} className={styles.translationLine}>
            <dt className={styles.english}>{each.english}</dt>
            {text === undefined ? (
              <dd className={styles.small}>In English only: there is no translation of these words.</dd>
            ) : (
              <dd {...languageAttributes(language)}>{text}</dd>
            )}
          </div>
        );
      })}
    </dl>
  );
}

function ReviewAct({ procedure, translation, onReviewed }: PairsProps & Pick<TranslationsViewProps, 'onReviewed'>) {
  const user = useSession()?.user;
  const review = useReviewTranslation();
  const { language, reviewed } = translation;
  const { procedureID, revision, status, newest } = procedure;
  const mayReview = user?.permissions.includes('procedures.publish') === true && newest === null && status !== 'RETIRED';
  if (user === undefined || !mayReview) return null;
  const english = englishTextsOf(procedure);
  const done = english.filter((each) => translationOf(translation, each) !== undefined).length;
  const mark = () =>
    review.mutate(
      { procedureID, revision, language, reviewed: !reviewed },
      {
        onSuccess: ({ message, data }) => {
          noticeSuccess(message);
          onReviewed(data.version);
        },
      },
    );
  return (
    <ReviewMark
      translation={translation}
      isOwn={isOwnTranslation(translation, user._id)}
      extent={done === english.length ? '' : `${done} of ${english.length} texts`}
      hint={status === 'ACTIVE' ? 'The mark makes a new version, a draft to publish.' : undefined}
      review={review}
      onMark={mark}
    />
  );
}
