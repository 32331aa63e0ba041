import { COPY_ANSWERS, COPY_ANSWER_WORDS } from '#domain/documents/paper-scan.ts';
import { decides, ROLE_RULES } from '#domain/forms/signer-roles.ts';
import { roleInText } from '#domain/forms/role-words.ts';
import { LONG_TEXT_MOST, NOTE_MOST } from '#domain/values/text-limits.ts';
import { SelectField } from '#src/ui/fields/SelectField.tsx';
import { TextAreaField } from '#src/ui/fields/TextAreaField.tsx';
import type { ScanCheck } from './use-scan-check.ts';

/** The words that signers wrote on the paper, and whether the patient took a copy. */
export function ScanWords({ check: { signers, signed, written, write, errorAt } }: { readonly check: ScanCheck }) {
  const writers = signers.filter(({ signing_order: order, role }) => signed.has(order) && ROLE_RULES[role].comments !== null);
  const isDecided = writers.some(({ role }) => decides(role));
  return (
    <>
      {isDecided && (
        <TextAreaField
          id="scan-matters"
          label="What matters to the patient, as written on the paper"
          optional
          minRows={2}
          value={written.mattersToMe}
          onChange={(mattersToMe) => write({ mattersToMe })}
          error={errorAt('mattersToMe')}
          maxLength={LONG_TEXT_MOST}
        />
      )}
      {writers.map(({ signing_order: order, role, recipient_name: name }) => (
        <TextAreaField
          key={order}
          id={`scan-words-${order}`}
          label={`Words that ${name}, ${roleInText(role)}, wrote on the paper`}
          optional
          minRows={2}
          value={written.words.get(order) ?? ''}
          onChange={(text) => write({ words: new Map([...written.words, [order, text]]) })}
          maxLength={NOTE_MOST}
        />
      ))}
      <SelectField
        id="scan-copy"
        label="Did the patient take a copy?"
        placeholder="Choose what the paper says"
        options={COPY_ANSWERS.map((value) => ({ value, label: COPY_ANSWER_WORDS[value] }))}
        value={written.copyTaken ?? ''}
        onChange={(value) => write({ copyTaken: COPY_ANSWERS.find((each) => each === value) })}
      />
    </>
  );
}
