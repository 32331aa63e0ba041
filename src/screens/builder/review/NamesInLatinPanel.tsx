import { namesOnForm, withLatinName } from '#domain/forms/latin-names.ts';
import { Panel } from '#src/ui/layout/Panel.tsx';
import { LatinNameField } from '#src/ui/LatinNameField.tsx';
import { useUnprintable } from '#src/ui/PrintNote.tsx';
import type { BuilderStepProps } from '../parts/step-props.ts';
import styles from '../parts/builder.module.css';

type Props = Pick<BuilderStepProps, 'draft' | 'edit' | 'errorAt'> & { readonly clinicianName: string };

/** Asks for each name on the form that no font has the letters of, beside the patient's, how it is written in Latin letters. */
export function NamesInLatinPanel({ draft, edit, errorAt, clinicianName }: Props) {
  const names = useUnprintable([...new Set([...namesOnForm(draft), clinicianName])]);
  const { latinNames = [] } = draft;
  if (names.length === 0) return null;
  return (
    <Panel title="Names in Latin letters">
      <div className={styles.stack} id="latinNames" tabIndex={-1}>
        {names.map((name, at) => {
          const written = latinNames.find((each) => each.name === name);
          return (
            <LatinNameField
              key={name}
              id={`latinNames-${at}`}
              label={name}
              value={written?.latin ?? ''}
              onChange={(latin) =>
                edit((before) => ({ ...before, latinNames: withLatinName(before.latinNames, { name, latin }) }))
              }
              error={written && errorAt(`latinNames.${latinNames.indexOf(written)}.latin`)}
            />
          );
        })}
      </div>
    </Panel>
  );
}
