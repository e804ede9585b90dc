import { once } from 'node:events'
import { rmSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createToolBench, type ToolBench } from '../../../test/support/tool-bench.ts'
import { mergeRanks } from './project-search.ts'

const files = {
  'src/auth.ts': 'export function getUserId(session) {\n  return session.owner\n}\n',
  'src/lamps.ts': 'export const lampPrices = [1, 2, 3]\n',
  'src/feline.ts': 'export const kittens = ["Tom", "Minka"]\n',
  'docs/guide.md': '# Guide\n\nHow lamps are sold.\n',
  'data.bin': 'user id\0\0',
  'big.txt': `user id ${'x '.repeat(600_000)}`,
}

/** What the model makes of a text: how much it has to do with each of these. */
const SUBJECTS = [/cat|kitten|feline/gi, /lamp/gi, /user|session/gi]

let server: Server
let baseUrl: string
let asked: string[][]
let isBroken = false

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { input } = JSON.parse(await text(request))
  asked.push(input)
  if (isBroken) response.statusCode = 500
  const toVector = (one: string) => SUBJECTS.map((word) => (one.match(word)?.length ?? 0) + 0.01)
  const data = input.map((one: string, index: number) => ({ index, embedding: toVector(one) }))
  response.end(JSON.stringify({ data, usage: { prompt_tokens: 7 * input.length } }))
}

beforeAll(async () => {
  server = createServer((request, response) => void answer(request, response)).listen(
    0,
    '127.0.0.1',
  )
  await once(server, 'listening')
  const address = server.address()
  baseUrl = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}/v1`
})

afterAll(() => {
  server.closeAllConnections()
  server.close()
})

async function openBench(hasModel: boolean): Promise<ToolBench> {
  asked = []
  isBroken = false
  const bench = await createToolBench(files)
  await bench.bench.store.settings.change({
    baseUrls: { compatible: baseUrl },
    ...(hasModel && { embeddingModel: 'compatible:small' }),
  })
  return bench
}

const search = async (bench: ToolBench, query: string, more = {}) =>
  (await bench.call('search_vector_db', { query, ...more })).text

/** The paths it answers with, in order. */
const pathsIn = (told: string) =>
  [...told.matchAll(/^\/workspace\/(\S+):\d+-\d+$/gm)].map(([, path]) => path)

test('parts of names are words, and the answer says by what it was found', async () => {
  await using bench = await openBench(false)
  const told = await search(bench, 'the user id')
  expect(pathsIn(told)).toEqual(['src/auth.ts'])
  expect(told).toContain('  1: export function getUserId(session) {')
  expect(told).toMatch(/\[By words, in 4 pieces of files, as they are now\. By meaning too once/)
  expect(pathsIn(await search(bench, 'lamps', { path: '/workspace/docs' }))).toEqual([
    'docs/guide.md',
  ])
  expect(await search(bench, 'zeppelin')).toMatch(/^Nothing was found\./)
  expect(asked).toEqual([])
})

test('what changed on disk is read again, and what is gone is not found', async () => {
  await using bench = await openBench(false)
  const { root } = bench.bench.workspace
  await search(bench, 'lamps')
  writeFileSync(join(root, 'src/auth.ts'), 'export const zeppelin = 1\n')
  rmSync(join(root, 'src/lamps.ts'))
  expect(pathsIn(await search(bench, 'zeppelin'))).toEqual(['src/auth.ts'])
  expect(pathsIn(await search(bench, 'lamp lamps prices'))).toEqual(['docs/guide.md'])
  expect(pathsIn(await search(bench, 'user'))).toEqual([])
})

test('by meaning a place is found that shares no word, and each text is asked for once', async () => {
  await using bench = await openBench(true)
  const told = await search(bench, 'cat', { limit: 1 })
  expect(pathsIn(told)).toEqual(['src/feline.ts'])
  expect(told).toMatch(
    /\[By words and by meaning \(compatible:small\), in 4 pieces .* 35 tokens were embedded for it \(unpriced\)\.\]/,
  )
  await search(bench, 'kitten')
  expect(asked.map(({ length }) => length)).toEqual([4, 1, 1])
})

test('where the model does not answer, words alone have to do, and that is said', async () => {
  await using bench = await openBench(true)
  isBroken = true
  const told = await search(bench, 'user id')
  expect(pathsIn(told)).toEqual(['src/auth.ts'])
  expect(told).toMatch(/\[By words alone, .*: small returned no embeddings \(status 500\)\./)
})

const place = (id: number, path: string, start: number) => ({
  id,
  path,
  start,
  end: start + 59,
  text: path,
})

test('what several orders have near the top comes first, and lines are shown once', () => {
  const a = place(1, 'a', 1)
  const b = place(2, 'b', 1)
  const bLater = place(3, 'b', 49)
  const c = place(4, 'c', 1)
  const merged = mergeRanks(
    [
      [a, b, bLater],
      [c, b],
    ],
    3,
  )
  expect(merged.map(({ path, start }) => [path, start])).toEqual([
    ['b', 1],
    ['a', 1],
    ['c', 1],
  ])
  expect(mergeRanks([], 3)).toEqual([])
})
