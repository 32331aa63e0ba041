import '#src/sign/style/translated.css';
import { languageAttributes } from '#domain/values/patient-languages.ts';
import { hasTranslatedText, type PinnedTranslation } from '#domain/consents/pinned-translation.ts';
import type { TemplateNode } from '#domain/templates/template.ts';
import { RichText } from '#src/rich-text/RichText.tsx';
import { ClinicalPart } from './Clinical.tsx';
import { useCallback, useMemo, type ReactNode } from 'react';
import { ENGLISH, useTranslation } from '#src/sign/texts/reading-language.ts';

type TranslatedFormProps = { readonly translation: PinnedTranslation; readonly children: ReactNode };

/** The pages of a form that was sent with a translation, for who reads in its language: each text, and its English below it. */
export function TranslatedForm({ translation, children }: TranslatedFormProps) {
  const { language, texts, template } = translation;
  const pages = useTranslation();
  const about = pages?.language === language ? pages.about : null;
  const own = useMemo(() => new Map(texts.map(({ english, text }) => [english, text])), [texts]);
  const draw = useCallback(
    (of: string | readonly TemplateNode[], original: ReactNode, side?: ReactNode) => {
      const Box = typeof of === 'string' ? 'span' : 'div';
      const words = typeof of === 'string' ? own.get(of) : template && <RichText nodes={template} />;
      const isWhole = words !== undefined && words !== null;
      const attributes = languageAttributes(language);
      return (
        <>
          <Box {...attributes} className={isWhole ? 'own' : 'only'}>
            {isWhole ? words : about?.onlyEnglish}
            {isWhole && side != null && (
              <>
                {about?.comma}
                {side}
              </>
            )}
          </Box>
          <Box {...ENGLISH} className="original" data-only={!isWhole || undefined}>
            {original}
          </Box>
          {!isWhole && side != null && (
            <Box {...attributes} className="own">
              {side}
            </Box>
          )}
        </>
      );
    },
    [own, template, language, about],
  );
  // The page says by itself that none of its texts has a translation.
  if (about === null || !hasTranslatedText(translation)) return children;
  return <ClinicalPart value={draw}>{children}</ClinicalPart>;
}
