import type { MissingServer } from '#shared/events/tool.ts'
import type { RunMcp } from '../../integrations/mcp/mcp-servers.ts'
import type { RunLog } from '../recording/run-log.ts'

interface McpStartOptions {
  readonly mcp: RunMcp
  readonly log: RunLog
  /** Aborted when the run ends. */
  readonly signal: AbortSignal
}

/** The wait for a run's MCP servers before its first model call. */
export class McpStart {
  readonly #options: McpStartOptions
  #started: Promise<void> | undefined

  constructor(options: McpStartOptions) {
    this.#options = options
  }

  /** Waits once in a run, and records the servers that the run goes without. */
  wait(): Promise<void> {
    this.#started ??= this.#start()
    return this.#started
  }

  async #start(): Promise<void> {
    const { mcp, log, signal } = this.#options
    const missing: readonly MissingServer[] = await mcp.ready(signal)
    if (missing.length === 0) return
    await log.append({ kind: 'mcp.missing', data: { servers: [...missing] } })
  }
}
