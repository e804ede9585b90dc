import { AppError } from '#shared/lib/app-error.ts'
import { applyEdits } from '../../../integrations/lsp/apply-edits.ts'
import type { RenameEdits } from '../../../integrations/lsp/define.ts'
import type { Workspace } from '../../../workspace/define.ts'
import { type AgentPath, toAgentPath, toPlace } from '../../../workspace/paths/agent-path.ts'
import { boundLines } from '../../answers/bound-lines.ts'
import { moveFile } from '../../catalogue/files/move-file.ts'
import { defineRunner } from '../../context/define-runner.ts'
import type { PreparingContext, ToolContext } from '../../context/tool-context.ts'
import { type ComposedFile, putBackComposed, writeComposed } from './compose-edits.ts'
import { displayOf } from './report-edits.ts'

export const moveFileRunner = defineRunner(moveFile, {
  prepare: async (args, context) => {
    const { from, to, imports } = args
    if (imports !== undefined || typeof from !== 'string' || typeof to !== 'string') return args
    if (!isInProject(from) || !isInProject(to)) return args
    return { ...args, imports: await findImporting(context, from, to) }
  },
  check: async ({ from }, seen) => {
    if (typeof from === 'string') await seen.refuseUnseen(from, 'move')
  },
  run: async ({ from, to, imports = [] }, context) => {
    const { workspace, source, seen } = context
    const verify = () => seen.refuseUnseen(from, 'move')
    await verify()
    const { files, problems } =
      imports.length === 0
        ? { files: [], problems: [] }
        : await toMovedImports(context, { from, to, among: imports })
    const edited = await writeComposed(context, files)
    const moved = await move()
    for (const one of edited) await seen.noteAdjusted(one)
    await seen.noteMoved(from, to, moved)
    const text = boundLines(
      [`Moved ${from} to ${to}.`, ...formatChanged(files), ...problems],
      'Look at the others with grep.',
    )
    const written = [...edited, ...moved]
    return { text, display: displayOf(written).display ?? { type: 'list', items: 0 } }

    async function move() {
      try {
        return await workspace.move(from, to, { ...source, verify })
      } catch (error) {
        throw await withPutBack(context, files, error)
      }
    }
  },
})

function isInProject(path: string): boolean {
  const place = toPlace(path)
  return place.type === 'project' && place.relative !== ''
}

function formatChanged(files: readonly ComposedFile[]): readonly string[] {
  if (files.length === 0) return ['No imports were changed.']
  return ['Changed its imports in:', ...files.map(({ path }) => path)]
}

/** A move that failed leaves the imports as they were. */
async function withPutBack(
  context: ToolContext,
  files: readonly ComposedFile[],
  error: unknown,
): Promise<unknown> {
  if (files.length === 0) return error
  const left = await putBackComposed(context, files)
  if (!AppError.is(error) || left.length === 0) return error
  const told = `The changed imports of ${left.join(', ')} could not be put back.`
  return new AppError(error.code, `${error.message} ${told}`, { cause: error })
}

/** The files whose imports change where something is moved within the project. */
async function findImporting(
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

interface MovedImports {
  readonly files: readonly ComposedFile[]
  /** What servers could not do, as sentences. */
  readonly problems: readonly string[]
}

/** What those files hold with their imports changed, where they still are. Nothing is written. */
async function toMovedImports(
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
