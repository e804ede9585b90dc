import { expect } from 'vitest'
import type { McpServer } from '#shared/contract/procedures/mcp.ts'
import { isRecord } from '#shared/lib/json.ts'
import { testCorpus } from '../../../../test/support/corpus.ts'
import { type McpFixture, openMcpFixture } from '../../../../test/support/mcp-bench.ts'
import { mcpOddities, oddServer } from '../../../../test/support/mcp-oddities/mcp-oddities.ts'
import type {
  ExpectedCall,
  ExpectedServer,
  McpOddity,
} from '../../../../test/support/mcp-oddities/oddity.ts'
import { serveOverHttp } from '../../../../test/support/mcp-oddities/serve-over-http.ts'
import type { McpTool } from './tools/read-tools.ts'

const everFailed = mcpOddities.flatMap(({ name }) => (name.startsWith('http:') ? [name] : []))

testCorpus(
  'mcp-oddities',
  { cases: mcpOddities, everFailed, timeoutMs: 60_000 },
  async (oddity) => {
    await using owned = new AsyncDisposableStack()
    const entry = await serve(oddity, owned)
    const { state = 'ready', error } = oddity.expected
    const connectMs = state === 'failed' ? 10_000 : 30_000
    await using fixture = await openMcpFixture({
      own: { odd: entry },
      patience: { retries: 0, connectMs },
    })
    const listed = await fixture.server('odd')
    expect(listed).toMatchObject({ state, ...(error && { error: expect.stringContaining(error) }) })
    if (error === undefined) expect(listed.error).toBeUndefined()
    if (state === 'ready') await expectTools(fixture, listed, oddity.expected)
  },
)

async function serve(oddity: McpOddity, owned: AsyncDisposableStack): Promise<object> {
  if (!oddity.http) return oddServer(oddity.name)
  const { url } = owned.use(await serveOverHttp(oddity))
  return { type: 'http', url }
}

async function expectTools(
  fixture: McpFixture,
  listed: McpServer,
  { tools = ['good'], leftOut = {}, schema, description, claims, call, calls }: ExpectedServer,
): Promise<void> {
  expect(listed.tools.map(({ tool }) => tool)).toEqual(tools)
  expect(listed.leftOut).toEqual(
    Object.entries(leftOut).map(([tool, reason]) => ({
      ...(tool !== '' && { tool }),
      reason: expect.stringContaining(reason),
    })),
  )
  const offered = fixture.mcp.forRun(fixture.projectId).tools()
  for (const tool of offered) expectAcceptable(tool)
  const odd = offered.find(({ tool }) => tool === 'odd')
  if (schema) expect(odd?.schema).toEqual(schema)
  if (description !== undefined) expect(odd?.description).toContain(description)
  if (claims) expect(listed.tools.find(({ tool }) => tool === 'odd')?.claims).toEqual(claims)
  if (!tools.includes('good')) return
  if (calls) await expectCalls(fixture, calls)
  else await expectCall(fixture, call ?? { text: 'fine {}' })
}

async function expectCall(fixture: McpFixture, expected: ExpectedCall): Promise<void> {
  const answered = fixture.call('mcp__odd__good')
  if ('fails' in expected) {
    await expect(answered).rejects.toMatchObject({
      code: 'unavailable',
      message: expect.stringContaining(expected.fails),
    })
    return
  }
  const { text, isError, media } = await answered
  const { images = [] } = expected
  expect({ text, isError, images: media.map(({ mimeType }) => mimeType) }).toEqual({
    text: expected.text,
    isError: expected.isError ?? false,
    images,
  })
}

async function expectCalls(fixture: McpFixture, calls: readonly object[]): Promise<void> {
  const answered = await Promise.all(calls.map((args) => fixture.call('mcp__odd__good', args)))
  expect(answered.map(({ text }) => text)).toEqual(
    calls.map((args) => `fine ${JSON.stringify(args)}`),
  )
}

/** Expects a tool that every provider takes: one that is refused costs the whole request. */
function expectAcceptable({ name, schema, description }: McpTool): void {
  expect(name).toMatch(/^[\w-]{1,64}$/)
  expect(description.length).toBeLessThan(1700)
  expect(schema).toMatchObject({ type: 'object' })
  const topLevel = Object.keys(schema)
  for (const word of ['anyOf', 'oneOf', 'allOf', 'enum', 'not'])
    expect(topLevel).not.toContain(word)
  expect(JSON.stringify(schema).length).toBeLessThan(20_000)
  expectSubset(schema)
}

function expectSubset(schema: unknown): void {
  expect(schema).toSatisfy(isRecord)
  if (!isRecord(schema)) return
  for (const word of ['$ref', '$schema', '$defs', 'const', 'oneOf', 'allOf']) {
    expect(schema).not.toHaveProperty(word)
  }
  if (schema['type'] === 'array') expectSubset(schema['items'])
  const { properties, anyOf } = schema
  for (const each of isRecord(properties) ? Object.values(properties) : []) expectSubset(each)
  for (const each of Array.isArray(anyOf) ? anyOf : []) expectSubset(each)
}
