import { expect, test } from 'vitest'
import {
  anthropicStart,
  eventStream,
  named,
  openAiChunk,
  sse,
} from '../../../../test/support/http-faults/replies.ts'
import type { Reply } from '../../../../test/support/model-server.ts'
import { openRunFixture } from '../../../../test/support/run-fixture.ts'

const counted = { prompt_tokens: 70, completion_tokens: 9, total_tokens: 79 }

/** Streams that break off after the server has reported some usage. */
const streams: readonly (readonly [model: string, reply: Reply, input: number, output: number])[] =
  [
    ['anthropic:claude-haiku-4-5', eventStream(named(anthropicStart)), 10, 2],
    ['compatible:anything', eventStream(sse({ ...openAiChunk('Hello.'), usage: counted })), 70, 9],
  ]

test.each(streams)(
  '%s: a broken stream costs what was reported',
  async (model, reply, ...counts) => {
    const script = (_: unknown, number: number) => (number === 1 ? reply : { text: 'Right.' })
    await using fixture = await openRunFixture({ model, script })
    expect(await fixture.prompt('hello')).toEqual({ outcome: 'ok' })
    const [broken] = fixture.of('model.ended').map(({ data }) => data)
    expect(broken).toMatchObject({ outcome: 'error', isEstimated: true })
    expect([broken?.usage.inputTokens, broken?.usage.outputTokens]).toEqual(counts)
  },
)
