import { nameWithoutType, type Template } from '#domain/templates/library-template.ts';
import { DeleteButton } from '#src/results/DeleteButton.tsx';
import { useTemplateCatalogue } from '#src/queries/library/library.ts';
import { useDeleteTemplate } from '#src/queries/templates.ts';
import { deletionWords } from './template-words.ts';

type DeleteTemplateProps = { readonly template: Template; readonly onDeleted: () => void };

/** Takes a template off the list, after a question that says what this means. */
export function DeleteTemplate({ template, onDeleted }: DeleteTemplateProps) {
  const { _id, name, formType } = template;
  const { items = [] } = useTemplateCatalogue();
  const isOnly = !items.some((each) => each.formType === formType && each._id !== _id);
  return (
    <DeleteButton
      id={_id}
      label="Delete template"
      title={`Delete “${nameWithoutType(name)}”?`}
      deletion={useDeleteTemplate()}
      onDeleted={onDeleted}
    >
      {deletionWords(formType, isOnly).map((words) => (
        <p key={words}>{words}</p>
      ))}
    </DeleteButton>
  );
}
