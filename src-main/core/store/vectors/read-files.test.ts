import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { SemanticIndex } from './semantic-index.ts'

test('reads no file through a link that was put in a folder’s place', async () => {
  const top = realpathSync(mkdtempSync(join(tmpdir(), 'orrery-semantic-')))
  onTestFinished(() => rmSync(top, { recursive: true, force: true }))
  const [root, outside, dataDir] = ['project', 'outside', 'data'].map((name) => join(top, name))
  if (!root || !outside || !dataDir) throw new Error('three folders are named')
  for (const folder of [root, outside, dataDir]) mkdirSync(folder)
  writeFileSync(join(root, 'own.ts'), 'const kangaroo = 1\n')
  writeFileSync(join(outside, 'secret.ts'), 'const kangaroo = "secret"\n')
  symlinkSync(outside, join(root, 'folder'))
  await using index = new SemanticIndex(dataDir)
  await index.ask({ type: 'read', root, paths: ['own.ts', 'folder/secret.ts'] })
  const scope = { root, under: '', limit: 10 }
  const { byWords = [] } = await index.ask({
    type: 'find',
    question: 'kangaroo',
    near: undefined,
    ...scope,
  })
  expect(byWords.map(({ path }) => path)).toEqual(['own.ts'])
})
