import { relative as relativeOf, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { AppError } from '#shared/lib/app-error.ts'
import { scanFiles } from '../../code/scan-files.ts'
import { isWithin } from '../../workspace/paths/agent-path.ts'
import type { FileEdits, RenameEdits, ServerDefinition, TextEdit } from './define.ts'
import { findServer, readSource } from './diagnose-files.ts'
import type { LspEdit, WorkspaceEdit } from './language-server.ts'
import type { ServerPool } from './server-pool.ts'

export interface RenameWork {
  readonly root: string
  readonly servers: readonly ServerDefinition[]
  readonly from: string
  readonly to: string
}

/** What servers would write elsewhere where a file or folder is moved. */
export async function renameFiles(
  pool: Pick<ServerPool, 'use'>,
  work: RenameWork,
  signal: AbortSignal,
): Promise<RenameEdits> {
  const { root, servers, from } = work
  const scan = await scanFiles(root, signal)
  const moved = [...scan.keys()].filter((path) => isWithin(path, from))
  const files = new Map<string, readonly TextEdit[]>()
  const problems: string[] = []
  for (const definition of servers) {
    // One of those it knows is enough for it to load what they all belong to.
    const path = moved.find((one) => findServer(servers, one) === definition)
    const source = path === undefined ? undefined : await readSource(root, path)
    if (source === undefined || typeof source === 'string') continue
    try {
      const edit = await pool.use(root, definition, async (running) => {
        await running.follow(scan, signal)
        return running.renameEdits({ ...work, source }, signal)
      })
      for (const one of toFileEdits(root, edit)) files.set(one.path, one.edits)
    } catch (error) {
      if (!AppError.is(error) || signal.aborted) throw error
      problems.push(error.message)
    }
  }
  return { files: [...files].map(([path, edits]) => ({ path, edits })), problems }
}

/** What it says of files elsewhere is left out. */
function toFileEdits(root: string, edit: WorkspaceEdit): readonly FileEdits[] {
  const changes = Object.entries(edit?.changes ?? {}).map(([uri, edits]) => ({ uri, edits }))
  const documents = (edit?.documentChanges ?? []).flatMap((one) =>
    'textDocument' in one && isEdits(one) ? [{ uri: one.textDocument.uri, edits: one.edits }] : [],
  )
  return [...documents, ...changes].flatMap(({ uri, edits }) => {
    const path = toRelative(root, uri)
    return path === undefined ? [] : [{ path, edits: edits.map(toTextEdit) }]
  })
}

function isEdits(
  change: NonNullable<NonNullable<WorkspaceEdit>['documentChanges']>[number],
): change is { textDocument: { uri: string }; edits: LspEdit[] } {
  return 'edits' in change
}

function toRelative(root: string, uri: string): string | undefined {
  if (!URL.canParse(uri) || !uri.startsWith('file:')) return undefined
  const path = relativeOf(root, fileURLToPath(uri)).split(sep).join('/')
  return path === '' || path.startsWith('../') ? undefined : path
}

function toTextEdit({ range, newText }: LspEdit): TextEdit {
  return { start: range.start, end: range.end, text: newText }
}
