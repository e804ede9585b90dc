import { expect, test } from 'vitest'
import { SessionId } from '#shared/ids.ts'
import { PromptDraft } from './prompt-draft.ts'

const sessionId = SessionId.parse('ses_1')

function storage() {
  const kept = new Map<string, string>()
  return {
    kept,
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  }
}

test('what was begun is there again, and nothing is kept of what was sent', () => {
  const store = storage()
  const draft = new PromptDraft(sessionId, store)
  let told = 0
  draft.subscribe(() => {
    told += 1
  })
  draft.write('/review ')
  expect(new PromptDraft(sessionId, store).text()).toBe('/review ')
  draft.write('')
  expect({ text: draft.text(), kept: store.kept.size, told }).toEqual({
    text: '',
    kept: 0,
    told: 2,
  })
})

test('what is written while something is sent stays', () => {
  const draft = new PromptDraft(sessionId, storage())
  draft.write('Mend it')
  draft.write('Mend it, and then tidy up')
  draft.takeSent('Mend it')
  expect(draft.text()).toBe(', and then tidy up')
  draft.write('Something else')
  draft.takeSent('Mend it')
  expect(draft.text()).toBe('Something else')
})
