/** The texts that templates begin with beside the rights. */
export const STARTER_TEXTS = {
  team: 'A different member of the team may do the operation. They will have the right experience.',
  child: 'A child who understands what is planned can agree as well, and is asked.',
  awake: 'You will be awake. You will not be given medicine that makes you sleepy.',
  decided: 'How this was decided',
  assessed:
    'This form records an assessment of capacity and a decision in the person’s best interests. The person does not sign it.',
} as const;
