import { hasInk } from '#domain/values/ink.ts';
import { isLater, openQuestions, type CapacityRule } from './capacity-rule.ts';
import { isDisputed, isSecondOpinionNeeded } from './capacity-signers.ts';
import { authorityHolders, isTreatmentOrdered } from './decision-authority.ts';
import { isSameName } from '#domain/values/same-identity.ts';

/** A12: the people who know the patient. */
export const isConsulted: CapacityRule = ({ capacity: { people } }, { now }) => [
  ...openQuestions('people', [
    [
      people.consulted.length === 0 && !hasInk(people.nobodyReason),
      'people.consulted',
      'Ask somebody who knows the patient, or say why nobody was asked',
    ],
  ]),
  ...people.consulted.flatMap(({ name, relation, paid, how, at, view, against }, index) => {
    const path = `people.consulted.${index}`;
    const who = hasInk(name) ? name : 'this person';
    return openQuestions('people', [
      [!hasInk(name), `${path}.name`, 'Enter the name of the person whom you asked'],
      [!hasInk(relation), `${path}.relation`, `Say how ${who} knows the patient`],
      [paid === null, `${path}.paid`, `Say whether ${who} is paid to care for the patient`],
      [how === null, `${path}.how`, `Say how ${who} was asked`],
      [at === null, `${path}.at`, `Enter when ${who} was asked`],
      [isLater(at, now), `${path}.at`, 'This time is in the future'],
      [!hasInk(view), `${path}.view`, `Write down the view of ${who}`],
      [against === null, `${path}.against`, `Say whether ${who} is against the treatment`],
    ]);
  }),
];

/** A13: the independent mental capacity advocate. */
export const isAdvocateInstructed: CapacityRule = ({ capacity }, { now }) => {
  const { people, bestInterests } = capacity;
  const { imca } = people;
  const isAlone = people.consulted.every(({ paid }) => paid !== false) && authorityHolders(capacity).length === 0;
  const isExcused = bestInterests.urgent === true && hasInk(people.imcaReason);
  if (imca === null)
    return openQuestions('people', [
      [
        bestInterests.serious === true && isAlone && !isExcused,
        'people.imca',
        bestInterests.urgent === true
          ? 'Nobody but paid staff can speak for the patient: ask an advocate (IMCA), or say why there is no time'
          : 'Nobody but paid staff can speak for the patient: ask an advocate (IMCA) first',
      ],
    ]);
  return openQuestions('people', [
    [!hasInk(imca.name), 'people.imca.name', 'Enter the name of the advocate'],
    [!hasInk(imca.organisation), 'people.imca.organisation', 'Enter the organisation of the advocate'],
    [imca.at === null, 'people.imca.at', 'Enter when the advocate was asked'],
    [isLater(imca.at, now), 'people.imca.at', 'This time is in the future'],
    [!hasInk(imca.view), 'people.imca.view', 'Write down the view of the advocate'],
  ]);
};

/** A16: a patient who objects, or somebody who is against it. */
export const isDisputeAnswered: CapacityRule = ({ capacity }) =>
  openQuestions('secondOpinion', [
    [
      isDisputed(capacity) && capacity.secondOpinion.needed === false && !isTreatmentOrdered(capacity.authority),
      'secondOpinion.needed',
      'The patient objects, or somebody is against the treatment: a second opinion is needed',
    ],
  ]);

/** A17: the second opinion itself. */
export const isSecondOpinionGood: CapacityRule = ({ capacity, clinicianName }, { now }) => {
  const { name, role, view, at } = capacity.secondOpinion;
  const isNeeded = isSecondOpinionNeeded(capacity);
  return openQuestions('secondOpinion', [
    [isNeeded && !hasInk(name), 'secondOpinion.name', 'Name the clinician who gives the second opinion'],
    [
      isSameName(name, clinicianName),
      'secondOpinion.name',
      'The second opinion must be by another clinician than the one who signs',
    ],
    [isNeeded && !hasInk(role), 'secondOpinion.role', 'Enter the role of the clinician who gives the second opinion'],
    [isNeeded && view === null, 'secondOpinion.view', 'Say whether the second opinion agrees'],
    [
      view === 'DISAGREES' && !isTreatmentOrdered(capacity.authority),
      'secondOpinion.view',
      'The second opinion does not agree: this cannot go ahead unless a court orders it',
    ],
    [isNeeded && at === null, 'secondOpinion.at', 'Enter the date and time of the second opinion'],
    [isLater(at, now), 'secondOpinion.at', 'The time of the second opinion is in the future'],
  ]);
};
