import { expect, test } from 'vitest'
import { findHoles } from '../../scripts/check-lockfile.ts'

test('an optional dependency that the lockfile lacks is found, wherever npm may have put it', () => {
  const packages = {
    '': { optionalDependencies: { top: '1' } },
    'node_modules/top': { optionalDependencies: { missing: '1', beside: '1' } },
    'node_modules/top/node_modules/nested': { optionalDependencies: { beside: '1', top: '1' } },
    'node_modules/top/node_modules/beside': {},
  }
  expect(findHoles(packages)).toEqual(['node_modules/top names missing'])
})
