import { useTranslation } from './reading-language.ts';
import { roleTexts, type RoleTexts } from './role-texts.ts';

/** The sentences of these pages for this visit's reader. */
export function useRoleTexts(): RoleTexts {
  return useTranslation()?.role ?? roleTexts;
}
