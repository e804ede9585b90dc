import type { memories } from '#shared/contract/procedures/context.ts'
import type { Handlers } from '#shared/contract/procedures/define.ts'
import { listMemories, readMemory, removeMemory, writeMemory } from '../sessions/memories.ts'
import type { Parts } from './parts.ts'

export function memoryHandlers(parts: Parts): Handlers<typeof memories> {
  const { store, changes } = parts
  return {
    'memories.list': async ({ projectId }) => listMemories(store, projectId),
    'memories.read': async (which) => readMemory(store, which),
    'memories.write': async ({ text, base, ...which }) => {
      const hash = await writeMemory(parts, which, { text, base })
      changes.fire({ topic: 'memories', projectId: which.projectId })
      return { hash }
    },
    'memories.remove': async (which) => {
      await removeMemory(parts, which)
      changes.fire({ topic: 'memories', projectId: which.projectId })
      return {}
    },
  }
}
