import { expect, test } from 'vitest';
import { ConsultedPerson } from '#domain/capacity/capacity-people.ts';
import { Interpreter } from '#domain/consents/consent.ts';
import { EMPTY_PARENT } from '#domain/family/parent.ts';
import * as v from 'valibot';
import { EMPTY_CAPACITY } from '#domain/capacity/capacity.ts';
import { newPersonOf } from '#domain/signing/invite.ts';
import {
  closedByAnswer,
  pathInInvite,
  rolesWithRoom,
  withInvited,
  type JoinableContent,
} from '#domain/signing/joined-content.ts';
import { FORM_TYPES } from '#domain/forms/form-types.ts';
import { JOINS_AS } from '#domain/forms/invited-roles.ts';
import { SIGNER_ROLES } from '#domain/forms/signer-roles.ts';

const newId = '0190f3a0-0000-7000-8000-000000000001';
const EMPTY: JoinableContent = {
  parents: [],
  interpreter: null,
  interpreterNeeded: false,
  interpreterNoneReason: '',
  capacity: EMPTY_CAPACITY,
};
const INTERPRETER = v.parse(Interpreter, { name: 'Ines Demo', language: 'Polish' });
const CONSULTED = v.parse(ConsultedPerson, {});
const aPerson = (change: object = {}) => newPersonOf({ name: 'Nora Demo-New', role: 'PARENT', channel: 'QR', ...change })!;

test.each(FORM_TYPES)('of every role somebody joins a %s or hears why not; nothing else of the content changes', (formType) => {
  for (const role of SIGNER_ROLES) {
    const before = structuredClone(EMPTY);
    const joined = withInvited(EMPTY, aPerson({ role }), { formType, newId });
    expect(EMPTY).toEqual(before);
    if ('message' in joined) {
      expect([joined.path, joined.message.length > 20], role).toEqual(['role', true]);
      continue;
    }
    expect(JOINS_AS[role].part, role).not.toBeNull();
    expect(JSON.stringify(joined.content), role).toContain('Nora Demo-New');
    expect(joined.content, role).not.toEqual(EMPTY);
  }
});

test('details of another role are refused at their own name', () => {
  for (const [role, details] of [
    ['PARENT', { interpreter: { language: 'Polish' } }],
    ['INTERPRETER', { parent: { relation: 'Father' } }],
  ] as const)
    expect(withInvited(EMPTY, aPerson({ role, ...details }), { formType: 'FORM_2', newId })).toEqual({
      path: Object.keys(details)[0],
      message: 'These details are of another role',
    });
});

test('a fault of the content is found again at the field of the invite, or at the role where it is of somebody else', () => {
  const parent = { role: 'PARENT' } as const;
  expect(pathInInvite('parents.1.name', parent, 'parents.1')).toBe('name');
  expect(pathInInvite('parents.1.emailAddress', parent, 'parents.1')).toBe('email');
  expect(pathInInvite('parents.1.order.court', parent, 'parents.1')).toBe('parent.order.court');
  expect(pathInInvite('parents.1.signs', parent, 'parents.1')).toBe('role');
  expect(pathInInvite('parents.10.detail', parent, 'parents.1')).toBe('role');
  expect(pathInInvite('child.gillick', parent, 'parents.1')).toBe('role');
});

const FULL: JoinableContent = {
  ...EMPTY,
  parents: Array.from({ length: 4 }, (_, nth) => ({ ...EMPTY_PARENT, id: newId, name: `Ada Demo-${nth}` })),
  interpreter: { ...INTERPRETER, name: 'Ines Demo' },
  interpreterNeeded: true,
  capacity: {
    ...EMPTY_CAPACITY,
    people: {
      ...EMPTY_CAPACITY.people,
      consulted: Array.from({ length: 8 }, (_, nth) => ({ ...CONSULTED, name: `Dora Demo-${nth}` })),
    },
    secondOpinion: { ...EMPTY_CAPACITY.secondOpinion, needed: true },
  },
};

test.each([
  ['FORM_1', ['INTERPRETER']],
  ['FORM_2', ['PARENT', 'INTERPRETER']],
  ['FORM_3', ['INTERPRETER']],
  ['FORM_4', ['INTERPRETER', 'SECOND_OPINION', 'CONSULTEE']],
] as const)('the roles that are offered of a %s are those in which somebody can join it', (formType, roles) => {
  expect(rolesWithRoom(EMPTY, formType)).toEqual(roles);
  expect(rolesWithRoom(FULL, formType)).toEqual([]);
  for (const content of [EMPTY, FULL])
    for (const role of SIGNER_ROLES) {
      const joined = withInvited(content, aPerson({ role }), { formType, newId });
      expect('message' in joined, role).toBe(!rolesWithRoom(content, formType).includes(role));
    }
});

test('nobody joins a form that somebody has signed, or said no to', () => {
  expect(closedByAnswer([{ state: 'WAITING' }, { state: 'INVITED' }], false)).toBeUndefined();
  expect(closedByAnswer([{ state: 'SIGNED' }], true)).toBe('Somebody has signed. Change the form first.');
  expect(closedByAnswer([{ state: 'WAITING' }, { state: 'DECLINED' }], false)).toBe(
    'Somebody has said no. Change the form first.',
  );
});
