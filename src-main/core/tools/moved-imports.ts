import { applyEdits } from '../integrations/lsp/apply-edits.ts'
import type { RenameEdits } from '../integrations/lsp/define.ts'
import { toAgentPath, toPlace } from '../workspace/agent-path.ts'
import type { AgentPath, Workspace } from '../workspace/define.ts'
import type { ComposedFile } from './compose-edits.ts'
import type { PreparingContext, ToolContext } from './context.ts'

/** The files whose imports change where something is moved within the project. */
export async function findImporting(
  context: PreparingContext,
  from: AgentPath,
  to: AgentPath,
): Promise<readonly AgentPath[]> {
  const { files } = await ask(context, context.sessionId, { from, to })
  return files.map(({ path }) => toAgentPath(path)).sort()
}

interface Move {
  readonly from: AgentPath
  readonly to: AgentPath
  /** The files that may be changed. */
  readonly among: readonly AgentPath[]
}

export interface MovedImports {
  readonly files: readonly ComposedFile[]
  /** What servers could not do, as sentences. */
  readonly problems: readonly string[]
}

/** What those files hold with their imports changed, where they still are. Nothing is written. */
export async function toMovedImports(
  context: ToolContext,
  { from, to, among }: Move,
): Promise<MovedImports> {
  const { files, problems } = await ask(context, context.call.sessionId, { from, to })
  const allowed = new Set(among)
  const composed = await Promise.all(
    files
      .map(({ path, edits }) => ({ path: toAgentPath(path), edits }))
      .filter(({ path }) => allowed.has(path))
      .map(async ({ path, edits }) => {
        const before = await context.workspace.readText(path)
        return { path, before, after: applyEdits(before, edits) }
      }),
  )
  return { files: composed.filter(({ before, after }) => before !== after), problems }
}

interface Asking extends Pick<PreparingContext, 'languages' | 'signal'> {
  readonly workspace: Pick<Workspace, 'root'>
}

async function ask(
  { workspace, languages, signal }: Asking,
  sessionId: PreparingContext['sessionId'],
  { from, to }: Pick<Move, 'from' | 'to'>,
): Promise<RenameEdits> {
  const [old, target] = [toPlace(from), toPlace(to)]
  if (old.type !== 'project' || target.type !== 'project') return { files: [], problems: [] }
  const places = { from: old.relative, to: target.relative }
  return languages.renameEdits({ sessionId, root: workspace.root, ...places, signal })
}
