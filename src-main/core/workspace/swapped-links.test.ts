import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { createBench, writeFiles } from '../../../test/support/test-workspace.ts'
import { scanFiles } from '../code/scan-files.ts'

const ROUNDS = 6
const FOLDERS = 60

/** Replaces a folder by a link, and takes it back, as fast as it can. */
const SWAP = `
const { renameSync, symlinkSync, unlinkSync } = require('node:fs')
const [folder, outside] = process.argv.slice(1)
process.stdout.write('started')
for (;;) {
  renameSync(folder, folder + '.aside')
  symlinkSync(outside, folder)
  unlinkSync(folder)
  renameSync(folder + '.aside', folder)
}
`

async function startSwapping(folder: string, outside: string): Promise<AsyncDisposable> {
  const child = spawn(process.execPath, ['-e', SWAP, folder, outside])
  const closed = once(child, 'close')
  await once(child.stdout, 'data')
  return {
    [Symbol.asyncDispose]: async () => {
      child.kill('SIGKILL')
      await closed
    },
  }
}

test('a folder that is swapped with a link during a search never leads it out', async () => {
  await using bench = await createBench((root) => {
    const outside = join(dirname(root), 'outside')
    for (let index = 0; index < FOLDERS; index += 1) {
      writeFiles(root, { [`swapped/${index}/inside.txt`]: 'needle inside\n' })
      mkdirSync(join(outside, `${index}`), { recursive: true })
      writeFileSync(join(outside, `${index}/secret.txt`), 'needle secret\n')
      writeFileSync(join(outside, `${index}/inside.txt`), 'needle secret\nneedle\n')
    }
  })
  const { workspace, root } = bench
  await using _ = await startSwapping(join(root, 'swapped'), join(dirname(root), 'outside'))
  const found = new Set<string>()
  for (let round = 0; round < ROUNDS; round += 1) {
    const lines = await workspace.grep({ pattern: 'needle', path: '/workspace' })
    for (const { path, text } of lines.items) found.add(`${path.split('/').at(-1)}: ${text}`)
    const counts = await workspace.countMatches({ pattern: 'needle', path: '/workspace' })
    for (const { path, lines: count } of counts.items) {
      found.add(`${path.split('/').at(-1)}: ${count}`)
    }
    const files = await workspace.glob({ pattern: '**/*.txt' })
    for (const path of files.items) found.add(`${path.split('/').at(-1)}`)
    for (const path of (await scanFiles(root)).keys()) found.add(`${path.split('/').at(-1)}`)
  }
  const allowed = ['inside.txt', 'inside.txt: 1', 'inside.txt: needle inside']
  expect([...found].filter((one) => !allowed.includes(one))).toEqual([])
}, 180_000)
