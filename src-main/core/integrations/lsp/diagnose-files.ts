import { extname } from 'node:path'
import { AppError } from '#shared/lib/app-error.ts'
import { takeStart } from '#shared/lib/truncate-text.ts'
import { SEVERITIES } from '../../code/facts/severities.ts'
import { countEndings, type Scan, scanFiles } from '../../code/scan-files.ts'
import { DiskFiles } from '../../workspace/files/disk-files.ts'
import { findText } from '../../workspace/files/text-format.ts'
import { isWithin } from '../../workspace/paths/agent-path.ts'
import { Confinement } from '../../workspace/paths/confinement.ts'
import type { Diagnosis, Diagnostic, ServerDefinition } from './define.ts'
import type { LanguageServer, LspDiagnostic, SourceText } from './language-server.ts'
import type { ServerPool } from './server-pool.ts'

/** How many files servers look at in one go. */
const MAX_FILES = 200
const MAX_FILE_BYTES = 1024 * 1024
/** Each is waited for: a server that is silent of so many is asked of no more. */
const MAX_SILENT = 3
const MAX_DIAGNOSTICS = 5_000
const MAX_MESSAGE_CHARS = 1_000

export interface DiagnoseWork {
  readonly root: string
  readonly servers: readonly ServerDefinition[]
  readonly paths: readonly string[]
}

/** What servers say of files, and of those in folders. */
export async function diagnoseFiles(
  pool: Pick<ServerPool, 'use'>,
  work: DiagnoseWork,
  signal: AbortSignal,
): Promise<Diagnosis> {
  const scan = await scanFiles(work.root, signal)
  const files = filesOf(work, scan)
  const asked = files.filter((path) => findServer(work.servers, path))
  const looked = asked.slice(0, MAX_FILES)
  const found: Found = { diagnostics: [], problems: [], checked: 0 }
  const parts = work.servers.map((server) => ({
    server,
    files: looked.filter((path) => findServer(work.servers, path) === server),
  }))
  await Promise.all(
    parts.map((part) => diagnosePart(pool, { ...part, root: work.root, scan, found }, signal)),
  )
  return {
    diagnostics: found.diagnostics.sort(byPlace),
    checked: found.checked,
    left: asked.length - looked.length,
    problems: found.problems,
    unknown: countEndings(files.filter((path) => !findServer(work.servers, path))),
  }
}

interface Found {
  readonly diagnostics: Diagnostic[]
  readonly problems: string[]
  checked: number
}

interface Part {
  readonly root: string
  readonly server: ServerDefinition
  readonly files: readonly string[]
  readonly scan: Scan
  readonly found: Found
}

async function diagnosePart(
  pool: Pick<ServerPool, 'use'>,
  part: Part,
  signal: AbortSignal,
): Promise<void> {
  const { root, server, files, found, scan } = part
  if (files.length === 0) return
  const before = found.checked
  try {
    await pool.use(root, server, async (running) => {
      await running.follow(scan, signal)
      await diagnoseAll(running, part, signal)
    })
  } catch (error) {
    if (!AppError.is(error) || signal.aborted) throw error
    const left = files.length - (found.checked - before)
    const unseen = left > 1 ? ` ${left} files were not looked at.` : ''
    found.problems.push(error.message + unseen)
  }
}

async function diagnoseAll(
  running: LanguageServer,
  part: Part,
  signal: AbortSignal,
): Promise<void> {
  let silent = 0
  for (const [index, path] of part.files.entries()) {
    if (await diagnoseOne(running, { ...part, path }, signal)) continue
    silent += 1
    const left = part.files.length - index - 1
    if (silent < MAX_SILENT || left === 0) continue
    part.found.problems.push(`${left} more files were not looked at.`)
    return
  }
}

/** Answers whether anything was told of it, if only why it could not be read. */
async function diagnoseOne(
  running: LanguageServer,
  { root, path, found, server }: Part & { readonly path: string },
  signal: AbortSignal,
): Promise<boolean> {
  const source = await readSource(root, path)
  if (typeof source === 'string') {
    found.problems.push(source)
    return true
  }
  const said = await running.diagnose(source, signal)
  if (!said) {
    const seconds = running.limitMs / 1000
    found.problems.push(
      `The ${server.title} server told no diagnostics of ${path} within ${seconds} s.`,
    )
    return false
  }
  found.checked += 1
  const room = MAX_DIAGNOSTICS - found.diagnostics.length
  found.diagnostics.push(...said.slice(0, room).map((one) => toDiagnostic(path, one)))
  return true
}

/** A sentence where it is not read. */
export async function readSource(root: string, path: string): Promise<SourceText | string> {
  try {
    const files = new DiskFiles(new Confinement(root))
    const { bytes, size } = await files.read(path, MAX_FILE_BYTES)
    if (size > bytes.byteLength) return `${path} is larger than 1 MB, and was not looked at.`
    const text = (await findText(bytes))?.text
    return text === undefined ? `${path} is not text, and was not looked at.` : { path, text }
  } catch (error) {
    if (AppError.is(error)) return error.message
    throw error
  }
}

/** A file that is asked for by name is looked at, whether search sees it or not. */
function filesOf({ paths }: DiagnoseWork, scan: Scan): readonly string[] {
  const listed = paths.flatMap((path) => {
    const below = [...scan.keys()].filter((file) => isWithin(file, path))
    return below.length > 0 ? below : [path].filter((one) => extname(one) !== '')
  })
  return [...new Set(listed)]
}

export function findServer(
  servers: readonly ServerDefinition[],
  path: string,
): ServerDefinition | undefined {
  const ending = extname(path).toLowerCase()
  return servers.find(({ languages }) => Object.hasOwn(languages, ending))
}

function toDiagnostic(path: string, { range, severity, code, message }: LspDiagnostic): Diagnostic {
  const text = message.replaceAll(/(?<!\s)\s*\n\s*/gu, ' – ')
  const { line, character } = range.start
  return {
    path,
    line: line + 1,
    column: character + 1,
    severity: SEVERITIES[(severity ?? 1) - 1] ?? 'error',
    ...(code !== undefined && { code: String(code).slice(0, 100) }),
    message: text.length > MAX_MESSAGE_CHARS ? `${takeStart(text, MAX_MESSAGE_CHARS)}…` : text,
  }
}

function byPlace(a: Diagnostic, b: Diagnostic): number {
  if (a.path !== b.path) return a.path < b.path ? -1 : 1
  return a.line - b.line || a.column - b.column
}
