import type { agents } from '#shared/contract/procedures/agents.ts'
import type { Handlers } from '#shared/contract/procedures/define.ts'
import { AppError } from '#shared/lib/app-error.ts'
import type { ProjectId } from '#shared/lib/ids.ts'
import { readPlaybooks } from '../agents/prompts/playbooks.ts'
import { type Switch, turn } from '../agents/subagents/agent-switches.ts'
import type { CatalogueOptions } from '../agents/subagents/catalogue.ts'
import {
  checkDefinition,
  readDefinition,
  writeDefinition,
} from '../agents/subagents/edit-definition.ts'
import { listAgents } from '../agents/subagents/list-agents.ts'
import { getProject } from '../sessions/session-rows.ts'
import type { Parts } from './parts.ts'

export function agentHandlers(parts: Parts): Handlers<typeof agents> {
  return {
    'agents.list': ({ projectId }) => list(parts, projectId),
    'agents.switch': async ({ isOn, ...which }) => {
      const name = 'name' in which ? which.name : undefined
      const { projectId } = which
      await checkSwitch(parts, { projectId, name })
      await parts.store.settings.edit(({ delegation }) => ({
        delegation: turn(delegation, { projectId, name, isOn }),
      }))
      parts.changes.fire({ topic: 'agents', ...(projectId && { projectId }) })
      return {}
    },
    'agents.read': ({ projectId, name }) => readDefinition(optionsOf(parts, projectId), name),
    'agents.check': async ({ place, text }) => checkDefinition(text, place),
    'agents.write': async ({ projectId, ...written }) => {
      const kept = await writeDefinition(optionsOf(parts, projectId), written)
      const isEverywhere = written.place === 'home' || !projectId
      parts.changes.fire({ topic: 'agents', ...(!isEverywhere && { projectId }) })
      return kept
    },
    'playbooks.list': async () => {
      const playbooks = await readPlaybooks(parts.resourcesDir)
      return playbooks.map(({ guidance: _, ...shown }) => shown)
    },
  }
}

async function list(parts: Parts, projectId: ProjectId | undefined) {
  const { delegation, skills } = parts.store.settings.read()
  return listAgents({ ...optionsOf(parts, projectId), projectId, delegation, skills })
}

function optionsOf(
  { store, resourcesDir, homeDir }: Parts,
  projectId: ProjectId | undefined,
): CatalogueOptions {
  return { resourcesDir, homeDir, root: projectId && getProject(store, projectId).path }
}

/** What is switched off already may have gone from the disk since: that can be taken back. */
async function checkSwitch(parts: Parts, { projectId, name }: Omit<Switch, 'isOn'>): Promise<void> {
  if (projectId === undefined) return
  getProject(parts.store, projectId)
  if (name === undefined) return
  const { definitions } = await list(parts, projectId)
  const names = definitions.map((one) => one.name)
  const { delegation } = parts.store.settings.read()
  if (names.includes(name) || delegation.byProject[projectId]?.off.includes(name)) return
  const message = `There is no subagent type "${name}". There are ${names.join(', ')}.`
  throw new AppError('not-found', message)
}
