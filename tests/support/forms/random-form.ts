import fc, { type Arbitrary } from 'fast-check';
import type { Input } from '#contract/calls.ts';
import type { Procedure } from '#domain/library/procedure.ts';
import type { FormType } from '#domain/forms/form-types.ts';
import { anAbleChild, anotherParent, aParent, COURT_TREATS, family2 } from './form-2.ts';
import { capacityWithAttorney, completeCapacity } from './form-4.ts';

type Form = Omit<Input<'consentCreate'>, 'patientID'>;
/** A random form: complete, but for the holes that were made in it. */
export type RandomForm = { readonly kind: keyof typeof KINDS; readonly form: Form; readonly holes: readonly string[] };

/** The library as the forms need it, and the templates by form type. */
export type FormLibrary = { readonly procedures: readonly Procedure[]; readonly templates: Readonly<Record<FormType, string>> };

const decides = (basis: 'PARENT' | 'CHILD' | 'COURT') => basis as 'PARENT';

/** Complete forms of each kind, without procedures. */
const KINDS = {
  adult: { formType: 'FORM_1' },
  awake: { formType: 'FORM_3' },
  parent: { formType: 'FORM_2', ...family2() },
  parents: { formType: 'FORM_2', ...family2({ parents: [aParent(), anotherParent()] }) },
  child: { formType: 'FORM_2', ...family2({ basis: decides('CHILD'), child: anAbleChild(), parents: [] }) },
  court: {
    formType: 'FORM_2',
    ...family2({ basis: decides('COURT'), parents: [] }),
    disagreement: { outcome: 'COURT_ORDER', note: '', courtOrder: COURT_TREATS },
  },
  bestInterests: { formType: 'FORM_4', capacity: completeCapacity() },
  attorney: { formType: 'FORM_4', capacity: capacityWithAttorney() },
} as const satisfies Record<string, Pick<Form, 'formType'> & Partial<Form>>;

type Chosen = NonNullable<Form['procedures']>[number];
type Hole = (form: Form, library: FormLibrary) => Form | null;

const ofFirst = (change: (procedure: Chosen, inLibrary: Procedure) => Chosen | null): Hole => {
  return (form, { procedures: all }) => {
    const [first, ...others] = form.procedures ?? [];
    const inLibrary = all.find(({ procedureID }) => procedureID === first?.procedureID);
    const changed = first === undefined || inLibrary === undefined ? null : change(first, inLibrary);
    return changed === null ? null : { ...form, procedures: [...others, changed] };
  };
};
const isExplained = ({ removedRisks = [] }: Chosen, risk: string): boolean => removedRisks.some(({ name }) => name === risk);
const only =
  (formType: FormType, hole: (form: Form) => Form | null): Hole =>
  (form) =>
    form.formType === formType ? hole(form) : null;

/** The parts that can be missing, each with a function that removes it from a form; null where it does not apply. */
const HOLES: Readonly<Record<string, Hole>> = {
  'no procedure': (form) => ({ ...form, procedures: [] }),
  'no side': ofFirst((chosen, { sideRequired }) => (sideRequired ? { ...chosen, side: null } : null)),
  'a side that does not apply': ofFirst((chosen, { sideRequired }) =>
    sideRequired ? { ...chosen, side: 'NOT_APPLICABLE' } : null,
  ),
  'no “No treatment”': ofFirst((chosen) => ({ ...chosen, alternatives: ['Wait and see'] })),
  'no alternative': ofFirst((chosen) => ({ ...chosen, alternatives: [] })),
  'a core risk left out': ofFirst((chosen, { risks }) => {
    const left = risks.find(({ core, name }) => core && !isExplained(chosen, name));
    return left === undefined ? null : { ...chosen, risks: risks.filter((risk) => risk !== left) };
  }),
  'no risk at all': ofFirst((chosen, { risks }) =>
    risks.some(({ core, name }) => core && !isExplained(chosen, name)) ? { ...chosen, risks: [] } : null,
  ),
  'another form’s template': (form, { templates }) => ({
    ...form,
    templateID: templates[form.formType === 'FORM_1' ? 'FORM_3' : 'FORM_1'],
  }),
  'no template': ({ templateID: _, ...form }) => form,
  'no statement': (form) => ({ ...form, clinicianStatement: null }),
  'no talk': (form) => ({ ...form, clinicianStatement: { discussed: false, capacity: form.formType !== 'FORM_4', note: '' } }),
  'the wrong word about capacity': (form) => ({
    ...form,
    clinicianStatement: { discussed: true, capacity: form.formType === 'FORM_4', note: '' },
  }),
  'nobody asked about an interpreter': (form) => ({ ...form, interpreterNeeded: null }),
  'no interpreter named': (form) => ({ ...form, interpreterNeeded: true, interpreter: null }),
  'sedation on Form 3': only('FORM_3', (form) =>
    ofFirst((chosen) => ({ ...chosen, anaesthetic: ['SEDATION'] }))(form, NO_LIBRARY(form)),
  ),
  'nobody decides': only('FORM_2', (form) => ({ ...form, basis: null })),
  'no adult signs': only('FORM_2', (form) => (form.basis === 'PARENT' ? { ...form, parents: [] } : null)),
  'no responsibility': only('FORM_2', (form) =>
    form.parents?.length ? { ...form, parents: [aParent({ responsibility: null })] } : null,
  ),
  'looked after or not': only('FORM_2', (form) => ({ ...form, lookedAfter: 'UNKNOWN' })),
  'no assessment of the child': only('FORM_2', (form) =>
    form.basis === 'CHILD' && form.child ? { ...form, child: { ...form.child, gillick: null } } : null,
  ),
  'no court order': only('FORM_2', (form) => (form.basis === 'COURT' ? { ...form, disagreement: null } : null)),
  'no assessment of capacity': only('FORM_4', (form) => ({ ...form, capacity: null })),
  'an attorney who was not reached': only('FORM_4', (form) =>
    form.capacity?.authority?.lpa?.found === true
      ? {
          ...form,
          capacity: completeCapacity({ authority: { lpa: { ...capacityWithAttorney().authority.lpa, answer: 'NOT_REACHED' } } }),
        }
      : null,
  ),
  'no other option': only('FORM_4', (form) =>
    form.capacity
      ? { ...form, capacity: { ...form.capacity, bestInterests: { ...form.capacity.bestInterests, options: [] } } }
      : null,
  ),
};

// Sedation needs nothing of the library but the procedure's place in it.
const NO_LIBRARY = ({ procedures }: Form): FormLibrary => ({
  procedures: (procedures ?? []).map(({ procedureID }) => ({ procedureID }) as Procedure),
  templates: { FORM_1: '', FORM_2: '', FORM_3: '', FORM_4: '' },
});

/** Random forms of every kind, with up to two procedures and up to two holes; a third of them have none. */
export function randomForm(library: FormLibrary): Arbitrary<RandomForm> {
  const drawn = fc.record({
    kind: fc.constantFrom(...(Object.keys(KINDS) as (keyof typeof KINDS)[])),
    procedures: fc.array(fc.nat(1000), { minLength: 1, maxLength: 2 }),
    side: fc.constantFrom('LEFT' as const, 'RIGHT' as const, 'BOTH' as const),
    holes: fc.oneof(
      fc.constant([]),
      fc.subarray(Object.keys(HOLES), { minLength: 1, maxLength: 1 }),
      fc.subarray(Object.keys(HOLES), { minLength: 2, maxLength: 2 }),
    ),
    isExplained: fc.boolean(),
  });
  return drawn.map(({ kind, procedures, side, holes, isExplained }) => {
    const base = KINDS[kind];
    const fitting = library.procedures.filter(({ formTypes }) => formTypes.includes(base.formType));
    const chosen = [...new Set(procedures.map((nth) => fitting[nth % fitting.length]))].flatMap((each) =>
      each === undefined ? [] : [chosenOf(each, side, isExplained)],
    );
    let form: Form = {
      ...structuredClone(base),
      templateID: library.templates[base.formType],
      procedures: chosen,
      clinicianStatement: { discussed: true, capacity: base.formType !== 'FORM_4', note: '' },
      interpreterNeeded: false,
    };
    const made: string[] = [];
    for (const name of holes) {
      const holed = HOLES[name]?.(form, library) ?? null;
      if (holed === null) continue;
      form = holed;
      made.push(name);
    }
    return { kind, form, holes: made };
  });
}

/** A procedure of the library with its risks; with one core risk taken off for a reason, where it is explained. */
function chosenOf(
  { procedureID, risks, sideRequired }: Procedure,
  side: NonNullable<Chosen['side']>,
  isExplained: boolean,
): Chosen {
  const removed = isExplained ? risks.find(({ core }) => core) : undefined;
  return {
    procedureID,
    side: sideRequired ? side : null,
    site: '',
    risks: risks.filter((risk) => risk !== removed),
    removedRisks: removed === undefined ? [] : [{ name: removed.name, reason: 'Cannot happen to this patient' }],
    personalRisks: [],
    anaesthetic: [],
  };
}
