import { CONSULTED_HOW, OPINIONS } from '#domain/capacity/capacity-people.ts';
import { CONSULTED_HOW_WORDS, OPINION_WORDS } from '#domain/capacity/capacity-people-words.ts';
import { capitalised } from '#domain/base/capitalised.ts';
import { AGENCY_NUMBER_MOST, INTERPRETED_FOR, INTERPRETER_LANGUAGE_MOST, INTERPRETER_MODES } from '#domain/consents/consent.ts';
import { INTERPRETED_FOR_WORDS, MODE_WORDS } from '#domain/consents/interpreter-words.ts';
import { NAME_MOST, NOTE_MOST, PHONE_MOST, RELATION_MOST, SHORT_REASON_MOST } from '#domain/values/text-limits.ts';
import { hasInk } from '#domain/values/ink.ts';
import { AdultGround } from '#src/editing/AdultGround.tsx';
import { fittingParent } from '#src/editing/adult-edits.ts';
import { ChoiceCards } from '#src/ui/fields/ChoiceCards.tsx';
import { DateTimeField } from '#src/ui/fields/DateTimeField.tsx';
import { SelectField } from '#src/ui/fields/SelectField.tsx';
import { TextAreaField } from '#src/ui/fields/TextAreaField.tsx';
import { TextField } from '#src/ui/fields/TextField.tsx';
import { YesNoField } from '#src/ui/fields/YesNoField.tsx';
import { invitedPart, type InviteDraft } from './invite-draft.ts';

type Props = {
  readonly draft: InviteDraft;
  /** whether the family decides: then the interpreter says for whom */
  readonly isOfFamily: boolean;
  /** IANA name */
  readonly timeZone: string;
  readonly change: (change: Partial<InviteDraft>) => void;
  /** the fault of a field of the call */
  readonly faultAt: (field: string) => string | undefined;
};

const WAYS = CONSULTED_HOW.map((value) => ({ value, label: CONSULTED_HOW_WORDS[value] }));
const VIEWS = OPINIONS.map((value) => ({ value, label: OPINION_WORDS[value] }));
const MODES = INTERPRETER_MODES.map((value) => ({ value, label: capitalised(MODE_WORDS[value]) }));
const FOR = INTERPRETED_FOR.map((value) => ({ value, label: capitalised(INTERPRETED_FOR_WORDS[value]) }));

/** The entries that a form keeps of somebody in the part that they join; none until a role is chosen. */
export function InviteDetails(props: Props) {
  switch (invitedPart(props.draft)) {
    case 'parent':
      return <AdultFields {...props} />;
    case 'interpreter':
      return <InterpreterFields {...props} />;
    case 'consulted':
      return <ConsultedFields {...props} />;
    case 'secondOpinion':
      return <OpinionFields {...props} />;
    case null:
      return null;
  }
}

function AdultFields({ draft: { parent }, change, faultAt }: Props) {
  const edit = (fields: Partial<InviteDraft['parent']>) => change({ parent: fittingParent({ ...parent, ...fields }) });
  return (
    <>
      <TextField
        id="invite-parent.relation"
        label="Relation to the child"
        optional
        maxLength={RELATION_MOST}
        value={parent.relation}
        onChange={(relation) => edit({ relation })}
        error={faultAt('parent.relation')}
      />
      <AdultGround
        parent={parent}
        idAt={(field) => `invite-parent.${field}`}
        faultAt={(field) => faultAt(`parent.${field}`)}
        change={edit}
      />
    </>
  );
}

function InterpreterFields({ draft: { interpreter, phone }, isOfFamily, change, faultAt }: Props) {
  const edit = (fields: Partial<InviteDraft['interpreter']>) => change({ interpreter: { ...interpreter, ...fields } });
  return (
    <>
      <TextField
        id="invite-interpreter.language"
        label="Language"
        maxLength={INTERPRETER_LANGUAGE_MOST}
        value={interpreter.language}
        onChange={(language) => edit({ language })}
        error={faultAt('interpreter.language')}
      />
      <TextField
        id="invite-interpreter.agencyId"
        label="Agency number"
        optional
        maxLength={AGENCY_NUMBER_MOST}
        value={interpreter.agencyId}
        onChange={(agencyId) => edit({ agencyId })}
        error={faultAt('interpreter.agencyId')}
      />
      <TextField
        id="invite-phone"
        label="Phone"
        type="tel"
        optional
        maxLength={PHONE_MOST}
        value={phone}
        onChange={(text) => change({ phone: text })}
        error={faultAt('phone')}
      />
      <ChoiceCards
        id="invite-interpreter.mode"
        label="How do they interpret?"
        choices={MODES}
        value={interpreter.mode}
        onChange={(mode) => edit({ mode })}
        error={faultAt('interpreter.mode')}
      />
      {isOfFamily && (
        <ChoiceCards
          id="invite-interpreter.for"
          label="For whom?"
          choices={FOR}
          value={interpreter.for}
          onChange={(value) => edit({ for: value })}
          error={faultAt('interpreter.for')}
        />
      )}
      <YesNoField
        id="invite-interpreter.adult"
        label="Is the interpreter 18 or older?"
        value={interpreter.adult}
        onChange={(adult) => edit({ adult })}
        error={faultAt('interpreter.adult')}
      />
      <TextField
        id="invite-interpreter.relation"
        label="Relation to the patient"
        hint="Only for a relative, e.g. “sister”"
        optional
        maxLength={RELATION_MOST}
        value={interpreter.relation}
        onChange={(relation) => edit({ relation })}
        error={faultAt('interpreter.relation')}
      />
      {(hasInk(interpreter.relation) || interpreter.adult === false) && (
        <TextAreaField
          id="invite-interpreter.relationReason"
          label="Why does a relative or a minor interpret?"
          maxLength={SHORT_REASON_MOST}
          minRows={2}
          value={interpreter.relationReason}
          onChange={(relationReason) => edit({ relationReason })}
          error={faultAt('interpreter.relationReason')}
        />
      )}
    </>
  );
}

function ConsultedFields({ draft: { consulted }, timeZone, change, faultAt }: Props) {
  const edit = (fields: Partial<InviteDraft['consulted']>) => change({ consulted: { ...consulted, ...fields } });
  return (
    <>
      <TextField
        id="invite-consulted.relation"
        label="How they know the patient"
        maxLength={RELATION_MOST}
        value={consulted.relation}
        onChange={(relation) => edit({ relation })}
        error={faultAt('consulted.relation')}
      />
      <SelectField
        id="invite-consulted.how"
        label="How you asked"
        placeholder="Choose"
        options={WAYS}
        value={consulted.how ?? ''}
        onChange={(text) => edit({ how: CONSULTED_HOW.find((way) => way === text) ?? null })}
        error={faultAt('consulted.how')}
      />
      <DateTimeField
        id="invite-consulted.at"
        label="When"
        timeZone={timeZone}
        value={consulted.at}
        onChange={(at) => edit({ at })}
        error={faultAt('consulted.at')}
      />
      <YesNoField
        id="invite-consulted.paid"
        label="Are they paid to care for the patient?"
        value={consulted.paid}
        onChange={(paid) => edit({ paid })}
        error={faultAt('consulted.paid')}
      />
      <TextAreaField
        id="invite-consulted.view"
        label="What did they say?"
        maxLength={NOTE_MOST}
        minRows={2}
        value={consulted.view}
        onChange={(view) => edit({ view })}
        error={faultAt('consulted.view')}
      />
      <YesNoField
        id="invite-consulted.against"
        label="Are they against the treatment?"
        value={consulted.against}
        onChange={(against) => edit({ against })}
        error={faultAt('consulted.against')}
      />
    </>
  );
}

function OpinionFields({ draft: { secondOpinion }, timeZone, change, faultAt }: Props) {
  const edit = (fields: Partial<InviteDraft['secondOpinion']>) => change({ secondOpinion: { ...secondOpinion, ...fields } });
  return (
    <>
      <TextField
        id="invite-secondOpinion.role"
        label="Role"
        maxLength={NAME_MOST}
        value={secondOpinion.role}
        onChange={(role) => edit({ role })}
        error={faultAt('secondOpinion.role')}
      />
      <ChoiceCards
        id="invite-secondOpinion.view"
        label="What do they say?"
        choices={VIEWS}
        value={secondOpinion.view}
        onChange={(view) => edit({ view })}
        error={faultAt('secondOpinion.view')}
      />
      <DateTimeField
        id="invite-secondOpinion.at"
        label="When"
        timeZone={timeZone}
        value={secondOpinion.at}
        onChange={(at) => edit({ at })}
        error={faultAt('secondOpinion.at')}
      />
    </>
  );
}
