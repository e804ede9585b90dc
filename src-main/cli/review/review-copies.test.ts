import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { someReview } from '../../../test/support/review-result.ts'
import { type Copy, readCopies, writeCopies } from './review-copies.ts'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'orrery-test-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

const at = (...names: readonly string[]) => join(folder, ...names)

test('a file that can’t be written is said before anything begins, and none is made by that', async () => {
  writeFileSync(at('file'), '')
  const read = (output: string) => readCopies({ format: ['json'], output: [output] })
  await expect(read(at('none', 'x.json'))).rejects.toThrow(`there is no folder ${at('none')}.`)
  await expect(read(at('file', 'x.json'))).rejects.toThrow(`there is no folder ${at('file')}.`)
  await expect(read(folder)).rejects.toThrow(`${folder} is a folder.`)
  expect(await read(at('x.json'))).toEqual([{ format: 'json', output: at('x.json') }])
  await expect(read(at('x.json', 'y'))).rejects.toMatchObject({ code: 'invalid-input' })
})

async function write(copies: readonly Copy[]) {
  const [printed, said]: [string[], string[]] = [[], []]
  const isWhole = await writeCopies(someReview, {
    ...{ copies, projectDir: folder },
    print: (text) => printed.push(text),
    complain: (sentence) => said.push(sentence),
  })
  return { isWhole, printed, said }
}

test('a review that its file does not take after all is printed, and the others are written', async () => {
  const lost = at('none', 'x.json')
  const json = { format: 'json', output: lost } as const
  const { isWhole, printed, said } = await write([
    json,
    { format: 'markdown', output: at('x.md') },
    { ...json, format: 'sarif' },
  ])
  expect([isWhole, printed.map((text) => JSON.parse(text))]).toEqual([false, [someReview]])
  expect(said).toEqual([
    `${lost} can’t be written. It is on standard output instead.`,
    `${lost} can’t be written.`,
  ])
  expect(readFileSync(at('x.md'), 'utf8')).toContain('One thing')
  const beside = await write([json, { format: 'text' }])
  expect(beside.printed).toEqual([expect.stringContaining('Request changes.')])
})
