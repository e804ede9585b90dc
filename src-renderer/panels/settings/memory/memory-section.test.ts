import { expect, test } from 'vitest'
import type { ContextPart } from '#shared/contract/procedures/context.ts'
import { findTold, tellMemory } from './memory-section.tsx'

function part(title: string, tokens: number, notes: string[] = []): ContextPart {
  return { kind: 'memory', title, source: `/memories/${title}`, tokens, text: '…', notes }
}

const parts = [part('small.md', 9), part('huge.md', 2700, ['It is cut.'])]

test('a memory says how much of it agents are told, where that is not all', () => {
  const memories = [
    { name: 'small.md', tokens: 1 },
    { name: 'huge.md', tokens: 135_000 },
    { name: 'old.md', tokens: 40 },
  ]
  expect(memories.map((memory) => tellMemory(memory.tokens, findTold({ parts }, memory)))).toEqual([
    '1 token',
    '135k tokens, 2.7k told',
    '40 tokens, only named',
  ])
})
