import type { ModelRef } from '#shared/events/value.ts'
import type { RunId, SessionId } from '#shared/lib/ids.ts'
import type { McpSelector } from '#shared/mcp/mcp-entry.ts'
import type { Rules } from '../../permissions/judge-call.ts'
import type { AgentEnvironment } from '../../processes/agent-environment.ts'

/** Plain values that are settled before a run starts and never change during it. */
export interface RunIdentity {
  readonly sessionId: SessionId
  /** The session whose id span ids are derived from. A fork has that of its original. */
  readonly origin: SessionId
  readonly runId: RunId
  /** The model of the session. Subagent types may have others. */
  readonly leadModel: ModelRef
  readonly rules: Rules
  /** MCP tools that the run may call without asking. */
  readonly allowTools: readonly McpSelector[]
  /** The environment of the commands that agents run. */
  readonly env: AgentEnvironment
  /** Aborted when the run is canceled. An agent that can be stopped alone has its own. */
  readonly signal: AbortSignal
}
