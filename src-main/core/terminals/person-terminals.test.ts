import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { SessionId, type TerminalId, TerminalReaderId } from '#shared/lib/ids.ts'
import { createIds } from '../runtime/ids.ts'
import { PersonTerminals } from './person-terminals.ts'

const SESSION = SessionId.parse('ses_1')
const SIZE = { cols: 80, rows: 24 }
const NEVER = new AbortController().signal
const READER = TerminalReaderId.parse('trr_1')
const READING = { readerId: READER, after: 0 }

function createDataDir(): string {
  const dataDir = mkdtempSync(join(tmpdir(), 'orrery-terminals-'))
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }))
  return dataDir
}

function openTerminals(dataDir = createDataDir(), more: NodeJS.ProcessEnv = {}): PersonTerminals {
  const env = { ...process.env, SHELL: '/bin/sh', PS1: '$ ', ...more }
  return new PersonTerminals({ dataDir, ids: createIds(), env })
}

async function readUntil(
  terminals: PersonTerminals,
  id: Parameters<PersonTerminals['output']>[0],
  end: string,
) {
  let text = ''
  for await (const { data } of terminals.output(id, READING, NEVER)) {
    text += data
    if (text.includes(end)) return text
  }
  return text
}

test('a shell answers, is resized, and tells its exit', async () => {
  await using terminals = openTerminals()
  const id = await terminals.open(SESSION, '/tmp', SIZE)
  terminals.resize(id, { cols: 99, rows: 33 })
  terminals.write(id, 'stty size; pwd\n', READER)
  expect(await readUntil(terminals, id, '/tmp\r\n')).toContain('33 99')
  terminals.write(id, 'exit 7\n', READER)
  for await (const _ of terminals.output(id, READING, NEVER)) {
    // Until it ends.
  }
  expect(await terminals.list(SESSION)).toEqual([
    { id, sessionId: SESSION, title: 'sh', exitCode: 7 },
  ])
})

test('a person’s shell has their whole environment, and a project’s command only what it is given', async () => {
  const own = { GITHUB_TOKEN: 'kept', OPENAI_API_KEY: 'kept', ORRERY_PASSWORD: 'secret' }
  await using terminals = openTerminals(createDataDir(), own)
  const printed = 'echo "[$GITHUB_TOKEN $OPENAI_API_KEY $ORRERY_PASSWORD $GIVEN]"'
  const id = await terminals.open(SESSION, '/tmp', SIZE)
  terminals.write(id, `${printed}; exit\n`, READER)
  expect(await readUntil(terminals, id, '\n[kept')).toContain('[kept kept  ]')
  const running = { command: printed, title: 'Set-up', env: { GIVEN: 'given' } }
  const setup = await terminals.open(SESSION, '/tmp', SIZE, running)
  expect(await readUntil(terminals, setup, ']')).toContain('[   given]')
})

test('what a terminal printed is there after a restart, and gone once it is closed', async () => {
  const dataDir = createDataDir()
  const first = openTerminals(dataDir)
  const id = await first.open(SESSION, '/tmp', SIZE)
  first.write(id, 'echo left"-"behind\n', READER)
  await readUntil(first, id, 'left-behind')
  await first[Symbol.asyncDispose]()
  await using second = openTerminals(dataDir)
  expect(await readUntil(second, id, 'left-behind')).toContain('left-behind')
  expect(await second.list(SESSION)).toEqual([
    { id, sessionId: SESSION, title: 'sh', exitCode: null },
  ])
  await second.close(id)
  await using third = openTerminals(dataDir)
  expect(await third.list(SESSION)).toEqual([])
})

test('a flood waits for its reader, and every character reaches them in order', async () => {
  await using terminals = openTerminals()
  const id = await terminals.open(SESSION, '/tmp', SIZE)
  const reading = terminals.output(id, READING, NEVER)
  const first = await reading.next()
  terminals.write(id, 'stty -echo; seq 1 400000; echo "the"-end; exit\n', READER)
  let at = first.done ? 0 : first.value.at + first.value.data.length
  let text = ''
  const isInOrder: boolean[] = []
  for await (const piece of reading) {
    isInOrder.push(piece.at === at && piece.data.length <= 384 * 1024)
    at = piece.at + piece.data.length
    text += piece.data
    if (text.includes('the-end')) break
  }
  const numbers = text.split('\r\n').filter((line) => /^\d+$/u.test(line))
  expect([numbers.length, numbers.at(-1), isInOrder.every(Boolean)]).toEqual([
    400_000,
    '400000',
    true,
  ])
})

test('a reader that goes away ends its stream', async () => {
  await using terminals = openTerminals()
  const id = await terminals.open(SESSION, '/tmp', SIZE)
  const abort = new AbortController()
  const pieces: string[] = []
  for await (const { data } of terminals.output(id, READING, abort.signal)) {
    pieces.push(data)
    abort.abort()
  }
  expect(pieces).toHaveLength(1)
})

test('what was printed bit by bit comes in one piece to a reader who was busy', async () => {
  await using terminals = openTerminals()
  const id = await terminals.open(SESSION, '/tmp', SIZE)
  const busy = terminals.output(id, READING, NEVER)
  await busy.next()
  terminals.write(id, 'stty -echo; seq 1 5000; echo "the"-end\n', READER)
  await readUntil(terminals, id, 'the-end')
  const next = await busy.next()
  expect(next.value?.data).toContain('\r\n1\r\n2\r\n3\r\n')
  expect(next.value?.data).toContain('\r\n4999\r\n5000\r\n')
})

test('a flood comes in large pieces, and in small ones while somebody types', async () => {
  await using terminals = openTerminals()
  const id = await terminals.open(SESSION, '/tmp', SIZE)
  terminals.write(id, 'yes\n', READER)
  let watched = 0
  for await (const { data } of terminals.output(id, READING, NEVER)) {
    if (watched > 0) {
      expect(data.length).toBeLessThanOrEqual(64 * 1024)
      break
    }
    if (data.length <= 64 * 1024) continue
    watched = data.length
    terminals.write(id, 'k', READER)
  }
  expect(watched).toBeLessThanOrEqual(384 * 1024)
})

test('shells of a session are told apart by their names', async () => {
  await using terminals = openTerminals()
  const titles = async () => (await terminals.list(SESSION)).map(({ title }) => title)
  const open = () => terminals.open(SESSION, '/tmp', SIZE)
  const [, second] = [await open(), await open(), await open()]
  expect(await titles()).toEqual(['sh', 'sh 2', 'sh 3'])
  await terminals.close(second)
  await terminals.open(SessionId.parse('ses_2'), '/tmp', SIZE)
  await open()
  expect(await titles()).toEqual(['sh', 'sh 3', 'sh 2'])
})

/** A window on a terminal: what it reads, and what of that it answers. */
function watch(terminals: PersonTerminals, id: TerminalId, name: string) {
  const readerId = TerminalReaderId.parse(`trr_${name}`)
  const left = new AbortController()
  const window = { read: '', answered: '' }
  const reading = async () => {
    for await (const piece of terminals.output(id, { readerId, after: 0 }, left.signal)) {
      window.read += piece.data
      if (piece.isAnswered) window.answered += piece.data
    }
  }
  return { readerId, window, leave: () => left.abort(), ended: reading() }
}

// Of the same kind: https://github.com/stablyai/orca/pull/960, https://github.com/pingdotgg/t3code/pull/4369
test('queries of a shell that starts are answered, and none that were printed before a window came', async () => {
  await using terminals = openTerminals()
  const id = await terminals.open(SESSION, '/tmp', SIZE)
  await expect.poll(() => terminals.findOutput(id)).toContain('$ ')
  const first = watch(terminals, id, 'first')
  await expect.poll(() => first.window.answered).toContain('$ ')
  terminals.write(id, 'echo o""ne\n', first.readerId)
  await expect.poll(() => first.window.answered).toContain('one')
  first.leave()
  await first.ended
  terminals.write(id, 'echo t""wo\n', first.readerId)
  await expect.poll(() => terminals.findOutput(id)).toContain('two')
  const second = watch(terminals, id, 'second')
  await expect.poll(() => second.window.read).toContain('two')
  expect(second.window.answered).toBe('')
  terminals.write(id, 'echo thr""ee\n', second.readerId)
  await expect.poll(() => second.window.answered).toContain('three')
  expect(second.window.answered).not.toContain('two')
  second.leave()
  await second.ended
})

// Of the same kind: https://github.com/kamrul1157024/helios/pull/92
test('one window answers: the newest, the one that typed last, or the one that is left', async () => {
  await using terminals = openTerminals()
  const id = await terminals.open(SESSION, '/tmp', SIZE)
  const [first, second] = [watch(terminals, id, 'first'), watch(terminals, id, 'second')]
  const windows = [first.window, second.window]
  const untilRead = (text: string) =>
    expect.poll(() => windows.map(({ read }) => read.includes(text))).toEqual([true, true])
  await untilRead('$ ')
  terminals.write(id, 'echo o""ne; read next; echo t""wo\n', first.readerId)
  await untilRead('one')
  terminals.write(id, '\n', second.readerId)
  await untilRead('two')
  second.leave()
  await second.ended
  terminals.write(id, 'echo thr""ee\n', second.readerId)
  await expect.poll(() => first.window.read).toContain('three')
  const words = ['one', 'two', 'three']
  expect(windows.map(({ answered }) => words.filter((word) => answered.includes(word)))).toEqual([
    ['one', 'three'],
    ['two'],
  ])
  first.leave()
  await first.ended
})
