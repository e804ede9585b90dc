import { join } from 'node:path'
import { listOddities } from './list-oddities.ts'
import type { McpOddity } from './oddity.ts'
import { httpOddities, protocolOddities } from './protocol-oddities.ts'
import { resultOddities } from './result-oddities.ts'
import { toolOddities } from './tool-oddities.ts'

/** Odd MCP servers, each with the behavior that is right. */
export const mcpOddities: readonly McpOddity[] = [
  ...toolOddities,
  ...listOddities,
  ...resultOddities,
  ...protocolOddities,
  ...httpOddities,
]

/** Returns the entry of a server over standard streams that is odd as the case of this name says. */
export function oddServer(name: string) {
  return {
    command: process.execPath,
    args: [join(import.meta.dirname, 'serve-over-stdio.ts'), name],
  }
}
