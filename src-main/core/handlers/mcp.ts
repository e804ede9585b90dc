import type { Handlers } from '#shared/contract/procedures/define.ts'
import type { mcp } from '#shared/contract/procedures/mcp.ts'
import type { Parts } from './parts.ts'

export function mcpHandlers({ mcp: servers }: Parts): Handlers<typeof mcp> {
  return {
    'mcp.list': ({ projectId, isSettled = false }) => servers.list(projectId, { isSettled }),
    'mcp.toolName': async ({ projectId, server, tool }) => ({
      name: await servers.toolName({ projectId, name: server }, tool),
    }),
    'mcp.restart': async (which) => {
      await servers.restart(which)
      return {}
    },
    'mcp.authorise': (which) => servers.authorise(which),
    'mcp.signOut': async (which) => {
      await servers.signOut(which)
      return {}
    },
    'mcp.save': async ({ name, entry, secrets }) => {
      await servers.save(name, entry, secrets)
      return {}
    },
    'mcp.remove': async ({ name }) => {
      await servers.remove(name)
      return {}
    },
  }
}
