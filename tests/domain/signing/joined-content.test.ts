import { expect, test } from 'vitest';
import { EMPTY_CAPACITY } from '#domain/capacity/capacity.ts';
import { newPersonOf } from '#domain/signing/invite.ts';
import { pathInInvite, withInvited, type JoinableContent } from '#domain/signing/joined-content.ts';
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
