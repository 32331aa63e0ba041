/** `1`: a value as it is; a list with one shape: each item by it; an object: the named members, absent ones null. */
type Shape = 1 | readonly [Shape] | { readonly [member: string]: Shape };

const RISK: Shape = { name: 1, text: 1, frequency: 1, source: 1, year: 1, population: 1, core: 1 };
const PROCEDURE: Shape = {
  procedureID: 1,
  libraryVersion: 1,
  procedureName: 1,
  procedureDescription: 1,
  procedureAcronym: 1,
  sideRequired: 1,
  side: 1,
  site: 1,
  benefits: [{ text: 1, source: 1, year: 1 }],
  risks: [RISK],
  removedRisks: [{ name: 1, reason: 1 }],
  alternatives: 1,
  personalRisks: [RISK],
  anaesthetic: 1,
  sections: [{ id: 1, title: 1, nodes: 1 }],
};
const COURT_ORDER: Shape = { court: 1, number: 1, date: 1, decision: 1 };
const ABILITY: Shape = { able: 1, evidence: 1 };
const APPOINTMENT: Shape = {
  found: 1,
  names: 1,
  joint: 1,
  registered: 1,
  seen: 1,
  covers: 1,
  lifeSustaining: 1,
  answer: 1,
};

/** The translation, which version 3 adds. */
export const TRANSLATION: Shape = { language: 1, reviewed: 1, texts: [{ english: 1, text: 1 }], template: 1 };

/** The record of version 2. */
export const FULL_SHAPE = {
  shownVersion: 1,
  formType: 1,
  template: { templateID: 1, templateVersion: 1, nodes: 1 },
  answers: { mattersToMe: 1, additionalChoices: [{ id: 1, title: 1, answer: 1 }], refusals: 1 },
  patient: { firstName: 1, lastName: 1, dateOfBirth: 1, nhsNumber: 1, hospitalNumber: 1 },
  procedures: [PROCEDURE],
  oldProcedures: [PROCEDURE],
  interpreting: {
    interpreter: {
      name: 1,
      language: 1,
      agencyId: 1,
      mode: 1,
      statement: 1,
      relation: 1,
      relationReason: 1,
      adult: 1,
      for: 1,
      signing: 1,
    },
    interpreterNeeded: 1,
    interpreterNoneReason: 1,
  },
  family: {
    basis: 1,
    parents: [
      {
        id: 1,
        name: 1,
        relation: 1,
        responsibility: 1,
        detail: 1,
        order: { kind: 1, court: 1, number: 1, date: 1 },
        signs: 1,
        under16: 1,
        answer: 1,
        answeredHow: 1,
        note: 1,
      },
    ],
    lookedAfter: 1,
    needsAllAdults: 1,
    // Only the server sets the author and time of the record of a disagreement; they are not pinned.
    disagreement: { outcome: 1, note: 1, courtOrder: COURT_ORDER },
    child: {
      agreement: 1,
      note: 1,
      signs: 1,
      gillick: {
        able: 1,
        reason: 1,
        assessor: 1,
        assessedAt: 1,
        points: { treatment: 1, risks: 1, alternatives: 1, weighs: 1, free: 1 },
      },
      tellParents: 1,
      encouraged: 1,
    },
  },
  capacity: {
    test: {
      impairment: { present: 1, nature: 1 },
      understand: ABILITY,
      retain: ABILITY,
      weigh: ABILITY,
      communicate: ABILITY,
      because: 1,
      help: 1,
      helpNote: 1,
      mayRegain: 1,
      canWait: 1,
      waitReason: 1,
      assessor: 1,
      assessedAt: 1,
    },
    authority: {
      lpa: APPOINTMENT,
      deputy: APPOINTMENT,
      advance: {
        found: 1,
        valid: 1,
        applicable: 1,
        refuses: 1,
        written: 1,
        signed: 1,
        witnessed: 1,
        evenIfLife: 1,
        beforeLpa: 1,
      },
      courtOrder: COURT_ORDER,
      searchedHow: 1,
    },
    people: {
      consulted: [{ name: 1, relation: 1, paid: 1, how: 1, at: 1, view: 1, against: 1, signs: 1 }],
      nobodyReason: 1,
      imca: { name: 1, organisation: 1, at: 1, view: 1 },
      imcaReason: 1,
    },
    bestInterests: {
      serious: 1,
      urgent: 1,
      lifeSustaining: 1,
      pastWishes: 1,
      beliefs: 1,
      patientView: 1,
      objects: 1,
      takenPart: 1,
      notByAgeOrLooks: 1,
      notToBringDeath: 1,
      options: [{ text: 1, why: 1 }],
      leastRestrictive: 1,
      restraint: { planned: 1, why: 1, deprives: 1, authority: 1 },
      reasoning: 1,
    },
    secondOpinion: { needed: 1, name: 1, role: 1, view: 1, at: 1 },
  },
  recipients: [{ role: 1, name: 1, order: 1, required: 1 }],
  statements: [{ order: 1, role: 1, text: 1 }],
} as const satisfies Shape;

/** The second assessment of a child, which a record has only where there is one: the shape of every other form is as before. */
export const SECOND_ASSESSMENT: Shape = { able: 1, reason: 1, points: FULL_SHAPE.family.child.gillick.points, name: 1, at: 1 };

const { gillick } = FULL_SHAPE.family.child;
const WHOLE_PROCEDURE: Shape = { ...PROCEDURE, ifNothing: { text: 1, source: 1 } };

/**
 * The record of version 4. Its shape never grows: members of parts that are not built are null, and so are those of a part that a form does
 * without.
 */
export const WHOLE_SHAPE: Shape = {
  ...FULL_SHAPE,
  procedures: [WHOLE_PROCEDURE],
  oldProcedures: [WHOLE_PROCEDURE],
  family: { ...FULL_SHAPE.family, child: { ...FULL_SHAPE.family.child, gillick: { ...gillick, second: SECOND_ASSESSMENT } } },
  translation: TRANSLATION,
  choiceDetails: [{ id: 1, words: { ask: 1, ACCEPT: 1, REFUSE: 1, DISCUSS: 1, NONE: 1 }, isSafety: 1 }],
  meanings: [{ english: 1, text: 1 }],
  media: 1,
};

/** The members that the shape names and no others, at every depth: a wider object cannot change the digest by accident. */
export function pickBy(shape: Shape, value: unknown): unknown {
  if (value === undefined || value === null) return null;
  if (shape === 1) return value;
  // A shape's own list or object stands where the typed input has one.
  if (isListShape(shape)) return (value as unknown[]).map((item) => pickBy(shape[0], item));
  const members = value as Record<string, unknown>;
  return Object.fromEntries(Object.entries(shape).map(([name, inner]) => [name, pickBy(inner, members[name])]));
}

function isListShape(shape: Exclude<Shape, 1>): shape is readonly [Shape] {
  return Array.isArray(shape);
}
