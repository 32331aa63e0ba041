import type { Input } from '#contract/calls.ts';
import type { TemplateVersion } from '#contract/templates.ts';
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { api, apiFile } from '#src/session/api.ts';

/** One page of the templates. */
export const templateListOptions = (filter: { readonly page: number; readonly search: string }) =>
  queryOptions({
    queryKey: ['library', 'templates', 'list', filter],
    queryFn: async ({ signal }) => (await api('templatesGet', filter, { signal })).data,
    placeholderData: keepPreviousData,
  });

/** Every version of one template, the newest first. */
export const templateVersionsOptions = (id: string) =>
  queryOptions({
    queryKey: ['library', 'templates', 'versions', id],
    queryFn: async ({ signal }) => {
      const versions: TemplateVersion[] = [];
      for (let page = 1; ; page += 1) {
        const { data } = await api('templatesGetVersions', { _id: id, page, limit: 100 }, { signal });
        versions.push(...data.records);
        if (page >= data.pages) return versions;
      }
    },
  });

type Keyed<T> = { readonly input: T; readonly idempotencyKey: string };

/** Makes a template. The same key repeats a try whose answer was lost without making a second one. */
export function useCreateTemplate() {
  return useTemplateWrite(({ input, idempotencyKey }: Keyed<Input<'templatesCreate'>>) =>
    api('templatesCreate', input, { idempotencyKey }),
  );
}

/** Makes a new version. @throws CallFailed VERSION_CONFLICT with the present one in `data.current` when another was made meanwhile */
export function useUpdateTemplate() {
  return useTemplateWrite(({ input, idempotencyKey }: Keyed<Input<'templatesUpdate'>>) =>
    api('templatesUpdate', input, { idempotencyKey }),
  );
}

/** Sets or takes away the mark of a translation's review. */
export function useReviewTemplateTranslation() {
  return useTemplateWrite((input: Input<'templatesReviewTranslation'>) => api('templatesReviewTranslation', input));
}

/** Takes a template off the list. */
export function useDeleteTemplate() {
  return useTemplateWrite((id: string) => api('templatesDelete', { _id: id }));
}

function useTemplateWrite<I, O>(mutationFn: (input: I) => Promise<O>) {
  const client = useQueryClient();
  return useMutation({ mutationFn, onSettled: () => client.invalidateQueries({ queryKey: ['library'] }) });
}

type Text = Pick<Input<'templatesPreview'>, 'formType' | 'data'>;

/** A text as it will be printed: a picture of its pages, drawn by the server from what is typed. */
export const templatePictureOptions = (text: Text) =>
  queryOptions({
    queryKey: ['template-picture', text],
    queryFn: ({ signal }) => apiFile('templatesPreview', { ...text, format: 'SVG' }, { signal }),
    placeholderData: keepPreviousData,
    // Texts between two keystrokes are not shown again.
    gcTime: 0,
  });

/** The same pages as a PDF. */
export function useTemplatePdf() {
  return useMutation({ mutationFn: (text: Text) => apiFile('templatesPreview', text), networkMode: 'always', gcTime: 0 });
}
