import { afterAll, beforeAll, expect } from 'vitest'
import { selectCases, testCorpus } from '../../../../test/support/corpus.ts'
import {
  argumentsOf,
  type JsonCase,
  jsonCases,
  wellFormed,
} from '../../../../test/support/json-cases.ts'
import { scripted } from '../../../../test/support/mcp-bench.ts'
import { isJson, listOf } from '../../../../test/support/model-formats/format.ts'
import type { ModelRequest, Reply } from '../../../../test/support/model-server.ts'
import { openRunFixture, type RunFixture } from '../../../../test/support/run-fixture.ts'

// CVE-2025-68665 (LangChain for JavaScript) and its sibling CVE-2025-68664 (Python): arguments of a call
// in the form of a serialized object were read as one when a thread was loaded. Here they made a session
// unusable for good, or came back as other arguments than those that a person had approved.

/** With LangChain's reader and LangGraph's serializer, these failed or came back changed. */
const everFailed = [
  'a constructor of LangChain that is unknown',
  'a prompt of LangChain',
  'sixty lists',
  'a message of LangChain',
  'an undefined of LangGraph',
  'a set of LangGraph',
  'a map of LangGraph',
  'a pattern of LangGraph',
  'an error of LangGraph',
  'bytes of LangGraph',
  'a snapshot of LangGraph',
  'a command to nowhere',
  'a task of LangGraph',
  'a task with a bad time limit',
  'a named task of LangGraph',
  'a prototype',
]
const selection = { cases: jsonCases, everFailed }

const ECHO = 'mcp__one__echo'
const FIRST = 'Are you there?'
const BATCH = 10
const TIMEOUT_MS = 300_000

/** The cases of one prompt: it consists of their JSON, and each of them is one call. */
interface Batch {
  readonly prompt: string
  readonly cases: readonly JsonCase[]
}

const batches = toBatches(selectCases(selection))

function toBatches(cases: readonly JsonCase[]): readonly Batch[] {
  const starts = cases.flatMap((_, index) => (index % BATCH === 0 ? [index] : []))
  return starts.map((start) => {
    const some = cases.slice(start, start + BATCH)
    return { prompt: `[${some.map(({ text }) => text).join(',')}]`, cases: some }
  })
}

function script({ messages, tools }: ModelRequest): Reply {
  const { role, text } = messages.at(-1) ?? {}
  if (!tools.includes(ECHO)) return { calls: [{ name: 'think', args: { thought: 'wait' } }] }
  const isFirst = !messages.some((message) => message.text.startsWith('echo: '))
  if (isFirst) return { calls: [{ name: ECHO, args: {} }] }
  const batch = batches.find(({ prompt }) => role === 'user' && prompt === text)
  if (!batch) return { text: 'Done.' }
  return {
    calls: batch.cases.map((testCase) => ({
      name: ECHO,
      id: idOf(testCase),
      rawArgs: argumentsOf(testCase),
    })),
  }
}

function idOf({ name }: JsonCase): string {
  return `call-${jsonCases.findIndex((one) => one.name === name)}`
}

let fixture: RunFixture
let before: Wire
let after: Wire
let logged: ReadonlyMap<string, string>

beforeAll(async () => {
  fixture = await openRunFixture({ script, mcp: { one: scripted() } })
  await allowEcho()
  for (const { prompt } of batches) await fixture.prompt(prompt)
  before = readWire()
  await fixture.close()
  await fixture.restart()
  expect(await fixture.prompt('Anything else?')).toEqual({ outcome: 'ok' })
  after = readWire()
  logged = readLogged()
}, TIMEOUT_MS)
afterAll(() => fixture[Symbol.asyncDispose]())

testCorpus('any-json', selection, (testCase) => {
  const [id, args] = [idOf(testCase), argumentsOf(testCase)]
  expect(after.prompts.some((prompt) => prompt.includes(testCase.text))).toBe(true)
  expect(logged.get(id)).toBe(args)
  expect(after.args.get(id)).toBe(wellFormed(args))
  expect(after.results.get(id)).toBe(`echo: ${args}`)
  expect(before).toEqual({ ...after, prompts: after.prompts.slice(0, -1) })
})

/** The last request, as the server got it; calls by their ids. */
interface Wire {
  readonly prompts: readonly string[]
  readonly args: ReadonlyMap<string, unknown>
  readonly results: ReadonlyMap<string, unknown>
}

function readWire(): Wire {
  const messages = listOf(fixture.server.requests.at(-1)?.body['messages'])
  const calls = messages.flatMap((message) => listOf(message['tool_calls']))
  const ofRole = (role: string) => messages.filter((message) => message['role'] === role)
  return {
    prompts: ofRole('user').map(({ content }) => String(content)),
    args: new Map(
      calls.map(({ id, function: called }) => [String(id), isJson(called) && called['arguments']]),
    ),
    results: new Map(ofRole('tool').map(({ tool_call_id: id, content }) => [String(id), content])),
  }
}

function readLogged(): ReadonlyMap<string, string> {
  const started = fixture.of('tool.started').map(({ data }) => data)
  return new Map(
    started.flatMap(({ toolCallId, args }) =>
      'json' in args ? [[toolCallId, JSON.stringify(args.json)] as const] : [],
    ),
  )
}

/** Has the tool called once, and allows it for the session. */
async function allowEcho(): Promise<void> {
  const { runs, sessionId } = fixture
  await runs.send(sessionId, { text: FIRST })
  const { data } = await fixture.until('approval.requested')
  const { approvalId } = data
  await runs.decide(sessionId, { approvalId, decision: 'approve', always: { scope: 'session' } })
  await runs.idle(sessionId)
}
