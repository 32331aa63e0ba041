import { useEffect, useMemo } from 'react';
import { useTemplateCatalogue } from '#src/queries/library/library.ts';
import type { BuilderStepProps } from '../parts/step-props.ts';
import { withSafety, type SafetyTexts } from './safety-edits.ts';

/** The texts that say which choices are about safety; choices that a draft must show and lacks are put back on it. */
export function useSafetyChoices({ draft, edit, library }: Pick<BuilderStepProps, 'draft' | 'edit' | 'library'>): void {
  const texts = useSafetyTexts(library);
  const isShort = withSafety(draft, texts) !== draft;
  useEffect(() => {
    if (isShort) edit((before) => withSafety(before, texts));
  }, [isShort, edit, texts]);
}

/** The texts of library and template, as far as they are loaded. */
export function useSafetyTexts(library: SafetyTexts['library']): SafetyTexts {
  const { items: templates = NO_TEMPLATES } = useTemplateCatalogue();
  return useMemo(() => ({ library, templates }), [library, templates]);
}

const NO_TEMPLATES: SafetyTexts['templates'] = [];
