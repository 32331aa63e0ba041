import type { OwnExperienceSettings } from '#contract/experience/experience.ts';
import type { ExperienceSettings } from '#domain/experience/experience-settings.ts';
import { failureProblems } from '#src/notices/failure-words.ts';
import { noticeSuccess } from '#src/notices/notices.tsx';
import { useChangeExperience } from '#src/queries/organisation.ts';
import type { FieldProblem } from '#src/ui/fields/ErrorSummary.tsx';

/**
 * Saves a part of the settings over the stored ones; what somebody else saves meanwhile stays. @param fieldOf - the control of a path of the call
 */
export function useExperienceChange(
  stored: OwnExperienceSettings,
  { onSaved, fieldOf }: { readonly onSaved: () => void; readonly fieldOf: (path: string) => string },
) {
  const write = useChangeExperience();
  const { isOn, hasReadLicence, wordings, version } = stored;
  const save = (change: Partial<ExperienceSettings>) => {
    write.mutate(
      { isOn, hasReadLicence, wordings, version, ...change },
      {
        onSuccess: ({ message }) => {
          noticeSuccess(message);
          onSaved();
        },
      },
    );
  };
  const problems: FieldProblem[] = write.isError
    ? failureProblems(write.error).map(({ path, message }) => ({ field: path === '' ? undefined : fieldOf(path), message }))
    : [];
  return { save, problems, isSaving: write.isPending };
}
