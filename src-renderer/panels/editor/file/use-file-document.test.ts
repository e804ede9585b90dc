import { expect, test } from 'vitest'
import type { TouchedFile } from '#shared/projections/files.ts'
import { tellAbsence } from './use-file-document.ts'

const path = '/docs/overview.md'
const file: TouchedFile = { path, before: null, after: null, added: 0, removed: 0, by: [], seq: 9 }

test('a file that is not there was removed, did not exist yet, or never did', () => {
  const touched = { [path]: file }
  const tell = (here: object, atEnd: object, isLive = false) =>
    tellAbsence(path, path, { here: { ...here }, atEnd: { ...atEnd }, isLive })
  expect([
    tell(touched, touched, true),
    tell(touched, touched),
    tell({}, touched),
    tell({}, {}),
  ]).toEqual([
    '/docs/overview.md was removed.',
    '/docs/overview.md was removed before this moment.',
    '/docs/overview.md did not exist yet at this moment.',
    '/docs/overview.md does not exist, and never did in this session.',
  ])
})
