import type { Deps } from '#server/deps.ts';
import type { ProcedureContent } from '#server/data/tables/tables.ts';

/** The procedure of the demo with questions, so that the product shows them. Elsewhere an organisation writes its own. */
const DEMO_PROCEDURE = 'Inguinal hernia repair';

/** A procedure of the starter library with what the demo alone has: questions of understanding and a leaflet, marked as such. */
export function withDemoExtras(fields: ProcedureContent, { newId }: Pick<Deps, 'newId'>): ProcedureContent {
  if (fields.procedureName !== DEMO_PROCEDURE) return fields;
  return {
    ...fields,
    understanding: [
      {
        id: newId(),
        question: 'What will be done? (Demonstration question)',
        options: ['The weak place in the groin is closed', 'A part of the bowel is taken out', 'A hip is replaced'],
        right: 0,
        place: 'PLAN',
      },
      {
        id: newId(),
        question: 'What else could you choose? (Demonstration question)',
        options: ['I can also have no treatment', 'There is no other choice'],
        right: 0,
        place: 'OTHER',
      },
    ],
    Leaflets: [{ title: 'Demonstration leaflet: hernia repair', url: 'https://example.org/hernia-repair' }],
  };
}
