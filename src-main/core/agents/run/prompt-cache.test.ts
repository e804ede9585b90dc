import { expect, test } from 'vitest'
import { AnthropicCache } from '../../../../test/support/anthropic-cache.ts'
import { listOf } from '../../../../test/support/model-formats/format.ts'
import type { ModelRequest, Script } from '../../../../test/support/model-server.ts'
import { openRunFixture, type RunFixture } from '../../../../test/support/run-fixture.ts'
import {
  calls,
  inBackground,
  says,
  scriptAgents,
  task,
  team,
} from '../../../../test/support/scripted-agents.ts'

const MODEL = 'anthropic:claude-sonnet-5'

/** Anthropic caches no prefix that is shorter. */
const MIN_TOKENS = 1_024

function billed(script: Script): Script {
  const cache = new AnthropicCache(MIN_TOKENS)
  return async (request, number) => {
    const reply = await script(request, number)
    return { ...reply, usage: { ...cache.bill(request.body), output: 10 } }
  }
}

/** The logged usage of the model calls of a type, the earliest first. */
function usagesOf(fixture: RunFixture, type: string) {
  const agents = fixture.of('agent.started').filter(({ data }) => data.type === type)
  const ids = new Set(agents.map(({ agentId }) => agentId))
  return fixture
    .of('model.ended')
    .filter(({ agentId }) => ids.has(agentId))
    .map(({ data: { usage } }) => usage)
}

/** The tokens of the parts of a request's system prompt with a breakpoint, and of its tools. */
function sharedTokens({ body }: ModelRequest): number {
  const system = listOf(body['system'])
  const end = system.findLastIndex(({ cache_control }) => cache_control !== undefined) + 1
  return new AnthropicCache().bill({ tools: body['tools'], system: system.slice(0, end) }).input
}

function requestOf({ server }: RunFixture, text: string): ModelRequest {
  const found = server.requests.find(({ messages }) => messages[0]?.text.includes(text))
  if (!found) throw new Error(`No request says "${text}".`)
  return found
}

test('the second of two subagents of a type reads tools and system prompt from the cache', async () => {
  const script = scriptAgents({
    go: [calls(task('first')), calls(task('second')), says('Done.')],
    first: [says('My report.')],
    second: [says('My report.')],
  })
  await using fixture = await openRunFixture({ script: billed(script), model: MODEL })
  expect(await fixture.prompt('go')).toEqual({ outcome: 'ok' })
  const [first, second, ...more] = usagesOf(fixture, 'general-purpose')
  const shared = sharedTokens(requestOf(fixture, 'second'))
  expect(more).toEqual([])
  expect(first).toMatchObject({ cacheReadTokens: 0, cacheWriteTokens: first?.inputTokens })
  expect(second).toMatchObject({
    cacheReadTokens: shared,
    cacheWriteTokens: (second?.inputTokens ?? 0) - shared,
  })
  expect(shared).toBeGreaterThan(0.9 * (second?.inputTokens ?? 0))
})

test('background delegates share the cache with subagents of their type', async () => {
  const script = scriptAgents({
    go: [calls(task('first')), calls(inBackground('second')), says('I wait.'), says('Done.')],
    first: [says('My report.')],
    second: [says('My report.')],
  })
  await using fixture = await openRunFixture({ script: billed(script), model: MODEL })
  expect(await fixture.prompt('go')).toEqual({ outcome: 'ok' })
  const [, second] = usagesOf(fixture, 'general-purpose')
  expect(second?.cacheReadTokens).toBe(sharedTokens(requestOf(fixture, 'second')))
})

test('teammates of a type share the cache, though each is told its own name', async () => {
  const briefs = { ada: 'Look at a.', ben: 'Look at b.' }
  const script = scriptAgents({
    go: [calls(team('crew', briefs)), says('I wait.'), says('Done.')],
    'Look at a': [says('Looked.')],
    'Look at b': [says('Looked.')],
  })
  await using fixture = await openRunFixture({ script: billed(script), model: MODEL })
  expect(await fixture.prompt('go')).toEqual({ outcome: 'ok' })
  const reads = usagesOf(fixture, 'general-purpose').map(({ cacheReadTokens }) => cacheReadTokens)
  expect(reads).toEqual([0, sharedTokens(requestOf(fixture, 'Look at b'))])
  expect(requestOf(fixture, 'Look at b').system).toContain('You are called `ben`')
})

test('subagent types with the same tools share those, and a lead keeps its own cache', async () => {
  const definition = (name: string) =>
    `---\nname: ${name}\ndescription: ${name}s things\n---\nYou are the ${name}.\n`
  const files = {
    '.claude/agents/scout.md': definition('scout'),
    '.claude/agents/guide.md': definition('guide'),
  }
  const script = scriptAgents({
    go: [calls(task('first', 'scout')), calls(task('second', 'guide')), says('Done.')],
    first: [says('My report.')],
    second: [says('My report.')],
  })
  await using fixture = await openRunFixture({ script: billed(script), model: MODEL, files })
  expect(await fixture.prompt('go')).toEqual({ outcome: 'ok' })
  const { tools } = requestOf(fixture, 'second').body
  const [guide] = usagesOf(fixture, 'guide')
  expect(guide?.cacheReadTokens).toBe(new AnthropicCache().bill({ tools }).input)
  const lead = usagesOf(fixture, 'lead')
  const inputs = lead.map(({ inputTokens }) => inputTokens)
  expect(lead.map(({ cacheReadTokens }) => cacheReadTokens)).toEqual([0, ...inputs.slice(0, -1)])
})
