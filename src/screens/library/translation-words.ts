/** The fields of a procedure that are translated, as a label names one text. */
export const TEXT_WORDS: Readonly<Record<string, string>> = {
  procedureName: 'Name',
  procedureDescription: 'What is done',
  benefits: 'Benefit',
  'risks.name': 'Risk',
  'risks.text': 'What happens then',
  alternatives: 'Other way',
};
