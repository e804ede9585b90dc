import { expect, test } from 'vitest'
import { SessionId } from '#shared/lib/ids.ts'
import { PromptDraft, type PromptDraftOptions } from './prompt-draft.ts'

const sessionId = SessionId.parse('ses_1')

function open(storage: PromptDraftOptions['storage'] = createStorage()) {
  const timers: (() => void)[] = []
  const after = (_ms: number, act: () => void) => {
    timers.push(act)
    return () => void timers.splice(timers.indexOf(act), 1)
  }
  return { draft: new PromptDraft({ sessionId, storage, after }), timers }
}

function createStorage() {
  const texts = new Map<string, string>()
  return {
    texts,
    getItem: (key: string) => texts.get(key) ?? null,
    setItem: (key: string, value: string) => void texts.set(key, value),
    removeItem: (key: string) => void texts.delete(key),
  }
}

test('a draft is there again after a reload, and nothing of a sent one', () => {
  const storage = createStorage()
  const { draft } = open(storage)
  let changes = 0
  draft.subscribe(() => {
    changes += 1
  })
  draft.write('/review ')
  draft.save()
  expect(open(storage).draft.text()).toBe('/review ')
  draft.write('')
  draft.save()
  expect({ text: draft.text(), stored: storage.texts.size, changes }).toEqual({
    text: '',
    stored: 0,
    changes: 2,
  })
})

test('stores the last text once, when typing pauses', () => {
  const storage = createStorage()
  const { draft, timers } = open(storage)
  for (const text of ['a', 'ab', 'abc']) draft.write(text)
  expect({ stored: [...storage.texts.values()], timers: timers.length }).toEqual({
    stored: [],
    timers: 1,
  })
  timers[0]?.()
  expect({ stored: [...storage.texts.values()], timers: timers.length }).toEqual({
    stored: ['abc'],
    timers: 0,
  })
})

test('stores what was typed last when its session closes', () => {
  const storage = createStorage()
  const { draft, timers } = open(storage)
  draft.write('abc')
  draft[Symbol.dispose]()
  expect({ stored: [...storage.texts.values()], timers }).toEqual({ stored: ['abc'], timers: [] })
})

test('a text that does not fit into the storage is kept, and no older one comes back', () => {
  const storage = createStorage()
  const setItem = (key: string, text: string) => {
    if (text.length > 5) throw new DOMException('Full.', 'QuotaExceededError')
    storage.setItem(key, text)
  }
  const { draft } = open({ ...storage, setItem })
  draft.write('short')
  draft.save()
  draft.write('a long text')
  draft.save()
  expect({ text: draft.text(), reloaded: open(storage).draft.text() }).toEqual({
    text: 'a long text',
    reloaded: '',
  })
})

test('what is written while something is sent stays', () => {
  const { draft } = open()
  draft.write('Fix it')
  draft.write('Fix it, and then tidy up')
  draft.takeSent('Fix it')
  expect(draft.text()).toBe(', and then tidy up')
  draft.write('Something else')
  draft.takeSent('Fix it')
  expect(draft.text()).toBe('Something else')
})
