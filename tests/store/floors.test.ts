import { testFloors } from '#tests/support/checks/floors.ts';

testFloors({
  room: 'store',
  floors: ['env', 'crypto', 'db', 'vault', 'session', 'entities', 'outbox', 'sync', 'views'],
  leastFiles: 50,
  sound: {
    'env.ts': '',
    'crypto/seal.ts': "import type { Env } from '#store/env.ts';",
    'db/op.ts': "import type { Sealed } from '#store/crypto/seal.ts';",
    'db/vault-database.ts': "import type { OpRow } from './op.ts';",
    'vault/open.ts': "import { openVaultDatabase } from '#store/db/vault-database.ts';",
  },
  violations: [
    ['outside', { 'parcel.ts': '', 'helpers/wrap.ts': '' }, ['parcel.ts', 'helpers/wrap.ts']],
    ['missing', { 'vault/open.ts': "import { a } from './identity.ts';" }, ['vault/open.ts > vault/identity.ts']],
    ['upward', { 'crypto/seal.ts': "import { a } from '#store/vault/open.ts';" }, ['crypto/seal.ts > vault/open.ts']],
    ['upward', { 'crypto/seal.ts': "import type { A } from '../db/op.ts';" }, ['crypto/seal.ts > db/op.ts']],
    ['upward', { 'env.ts': "const later = () => import('#store/db/op.ts');" }, ['env.ts > db/op.ts']],
    ['upward', { 'env.ts': "export { a } from './crypto/seal.ts';" }, ['env.ts > crypto/seal.ts']],
    [
      'twoWay',
      { 'db/op.ts': "import type { A } from '#store/vault/root-key.ts';", 'vault/root-key.ts': '' },
      ['db > vault', 'vault > db'],
    ],
    [
      'circles',
      { 'db/op.ts': "import type { VaultDatabase } from './vault-database.ts';" },
      ['db/op.ts > db/vault-database.ts > db/op.ts'],
    ],
  ],
});
