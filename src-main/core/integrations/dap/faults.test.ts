import { once } from 'node:events'
import { createServer } from 'node:net'
import { expect, test } from 'vitest'
import { OWNER, openDebugging, toAsked } from '../../../../test/support/debug-bench.ts'
import { type AdapterCommand, PORT } from './program-plan/plan-program.ts'
import { PATIENCE } from './session-recorder.ts'

const SIGNAL = new AbortController().signal

/** Adapters as they should not be, and one that listens on a port. */
const ADAPTER = `
const { createServer } = require('node:net')
const [how, port] = process.argv.slice(2)
let rest = ''
function serve(input, output) {
  let seq = 0
  const send = (message) => {
    const text = JSON.stringify({ seq: ++seq, ...message })
    output.write('Content-Length: ' + Buffer.byteLength(text) + '\\r\\n\\r\\n' + text)
  }
  input.on('data', (chunk) => {
    rest += chunk
    for (;;) {
      const head = /Content-Length: (\\d+)\\r\\n\\r\\n/.exec(rest)
      if (!head || rest.length < head.index + head[0].length + Number(head[1])) return
      const start = head.index + head[0].length
      const request = JSON.parse(rest.slice(start, start + Number(head[1])))
      rest = rest.slice(start + Number(head[1]))
      answer(request, send, output)
    }
  })
}
function answer({ seq, command }, send, output) {
  if (how === 'silent') return
  if (how === 'babbling') return output.write('Hello!\\r\\n\\r\\nHow are you?\\r\\n\\r\\n')
  const bodies = {
    threads: { threads: [{ id: 7, name: 'only' }] },
    stackTrace: { stackFrames: [{ id: 1, name: 'f', line: 1, source: { path: process.cwd() + '/a.x' } }] },
    setBreakpoints: { breakpoints: [{ verified: true, line: 1 }] },
  }
  if (how === 'refusing' && command === 'launch') {
    const body = { error: { id: 1, format: 'No {what} here.', variables: { what: 'compiler' } } }
    return send({ type: 'response', request_seq: seq, command, success: false, body })
  }
  send({ type: 'response', request_seq: seq, command, success: true, body: bodies[command] })
  if (command === 'launch') send({ type: 'event', event: 'initialized' })
  if (command === 'setBreakpoints') send({ type: 'event', event: 'stopped', body: { reason: 'breakpoint', threadId: 7 } })
  if (how === 'dying' && command === 'continue') {
    process.stderr.write('out of memory')
    process.exit(70)
  }
  if (command === 'disconnect') process.exit(0)
}
if (port) {
  createServer((socket) => serve(socket, socket)).listen(Number(port), '127.0.0.1')
} else serve(process.stdin, process.stdout)
`

function openWith(...args: readonly string[]) {
  const adapter: AdapterCommand = { command: process.execPath, args: ['adapter.cjs', ...args] }
  // Nobody waits long for one that never answers.
  const patience = args[0] === 'silent' ? { startMs: 600, requestMs: 600 } : PATIENCE
  const files = { 'adapter.cjs': ADAPTER, 'a.x': '' }
  return openDebugging(files, { adapters: () => ({ x: adapter }), patience })
}

const asked = toAsked({ program: 'a.x', type: 'x' }, { 'a.x': [{ line: 1 }] })

test('an adapter that never answers is given up, and ended', async () => {
  await using fixture = await openWith('silent')
  await expect(fixture.start(asked)).rejects.toThrow(
    'did not answer “initialize” within 0.6 seconds',
  )
  expect(fixture.told()).toEqual(['started', 'ended: error null'])
})

test('one that speaks another protocol, or refuses, is told in a sentence', async () => {
  await using babbling = await openWith('babbling')
  await expect(babbling.start(asked)).rejects.toThrow('does not speak the Debug Adapter Protocol')
  await using refusing = await openWith('refusing')
  await expect(refusing.start(asked)).rejects.toThrow('No compiler here.')
})

test('one that dies ends its session, with its last words', async () => {
  await using fixture = await openWith('dying')
  const session = await fixture.start(asked)
  expect(await session.waitForStop(5000, SIGNAL)).toMatchObject({ type: 'stopped' })
  await session.go('continue', SIGNAL)
  const state = await session.waitForStop(5000, SIGNAL)
  expect(state).toMatchObject({
    type: 'ended',
    reason: expect.stringMatching(/code 70.*out of memory/),
  })
  expect(fixture.told().at(-1)).toBe('ended: error null')
})

test('one that listens on a port is reached there', async () => {
  await using fixture = await openWith('well', PORT)
  const session = await fixture.start(asked)
  const state = await session.waitForStop(5000, SIGNAL)
  expect(state).toMatchObject({ stop: { threadId: 7, frames: [{ path: '/workspace/a.x' }] } })
})

test('one that can’t be started, or ends at once, is told in a sentence', async () => {
  const none = { command: 'no-such-adapter', args: [] }
  const brief = { command: process.execPath, args: ['-e', 'process.exit(4)', PORT] }
  await using fixture = await openDebugging({}, { adapters: () => ({ none, brief }) })
  const started = (type: string) => fixture.start(toAsked({ program: 'a.x', type }))
  await expect(started('none')).rejects.toThrow('no-such-adapter could not be started')
  await expect(started('brief')).rejects.toThrow('The debug adapter ended at once.')
})

test('a port that is taken is told', async () => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : 0
  const configurations = [{ name: 'Taken', type: 'node', program: 'a.js', port }]
  await using fixture = await openDebugging(
    {
      'a.js': 'setTimeout(() => {}, 1000)',
      '.vscode/launch.json': JSON.stringify({ configurations }),
    },
    { isTrusted: () => true },
  )
  const what = { configuration: 'Taken' }
  const start = fixture.start({ what, breakpoints: new Map(), exceptions: 'none' })
  await expect(start).rejects.toThrow(
    /Starting inspector on 127.0.0.1:\d+ failed: address already in use/,
  )
  server.close()
  await once(server, 'close')
})

test('an aborted start leaves nothing', async () => {
  await using fixture = await openWith('silent')
  const ending = new AbortController()
  const started = fixture.debugging.start(OWNER, asked, ending.signal)
  await expect.poll(() => fixture.events.length).toBe(1)
  ending.abort()
  await expect(started).rejects.toThrow()
  expect(fixture.told()).toEqual(['started', 'ended: cancelled null'])
})
