import { type UseQueryResult, useQuery, useQueryClient } from '@tanstack/react-query'
import { useDeferredValue } from 'react'
import { z } from 'zod'
import type { CheckedDefinition, WrittenDefinition } from '#shared/contract/agents.ts'
import { Hash, type ProjectId } from '#shared/ids.ts'
import { useHost } from '../../client/host-context.tsx'
import { useKeptState } from '../../client/kept-state.ts'
import { type CommandState, useCommand } from '../../client/use-command.ts'
import type { DefinitionDraft } from './definition-draft.ts'

/** A definition as it is written down; without a name there is none. */
export function useWritten(
  projectId: ProjectId | undefined,
  name: string | undefined,
): UseQueryResult<WrittenDefinition> {
  const client = useHost()
  return useQuery({
    queryKey: ['agents', 'written', projectId, name],
    queryFn: ({ signal }) => {
      if (name === undefined) throw new Error('A new definition is written nowhere.')
      return client['agents.read']({ ...(projectId && { projectId }), name }, signal)
    },
    enabled: name !== undefined,
    staleTime: 0,
    retry: false,
  })
}

const Kept = z.object({ text: z.string().optional(), base: Hash.nullable().optional() })

/** What is edited; without a name it is a new one. */
export interface WhichDefinition {
  readonly projectId: ProjectId | undefined
  readonly name: string | undefined
}

/** A definition as it is being written: kept in this window while the settings are closed. */
export function useDefinitionDraft(which: WhichDefinition, begun: DefinitionDraft) {
  const { projectId = '', name = '' } = which
  const key = `orrery.definition.${projectId}.${begun.path ?? name}`
  const [{ text, base }, keep] = useKeptState(key, Kept)
  const isChanged = text !== undefined && text !== begun.text
  return {
    isChanged,
    draft: isChanged ? { ...begun, text, base: base ?? null } : begun,
    write: (written: string) => keep({ text: written, base: isChanged ? base : begun.base }),
    discard: () => keep({ text: undefined, base: undefined }),
  }
}

/** What the text would define, as it is typed. */
export function useChecked({ place, text }: DefinitionDraft): CheckedDefinition | undefined {
  const client = useHost()
  const settled = useDeferredValue(text)
  const { data } = useQuery({
    queryKey: ['content', 'definition', place, settled],
    queryFn: ({ signal }) => client['agents.check']({ place, text: settled }, signal),
    placeholderData: (before) => before,
    gcTime: 0,
  })
  return data
}

export function useSaving(
  projectId: ProjectId | undefined,
  onSaved: () => void,
): CommandState<[DefinitionDraft]> {
  const client = useHost()
  const queries = useQueryClient()
  return useCommand(async (draft) => {
    await client['agents.write']({ ...(projectId && { projectId }), ...draft })
    await queries.invalidateQueries({ queryKey: ['agents'] })
    onSaved()
  })
}
