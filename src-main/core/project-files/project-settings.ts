import { join } from 'node:path'
import { formatIssue, tellIssue } from '#shared/format/describe-issue.ts'
import { AppError } from '#shared/lib/app-error.ts'
import { ellipsize } from '#shared/lib/truncate-text.ts'
import { ProjectSettings } from '#shared/settings/settings.ts'
import { DiskFiles } from '../workspace/files/disk-files.ts'
import { FileCache, findIdentity } from '../workspace/files/file-identity.ts'
import { Confinement } from '../workspace/paths/confinement.ts'
import { parseProjectFile } from './project-parser.ts'

const PLACE = '.orrery/settings.json'
const MAX_KB = 256
/** Parsed on the host's thread, in about a millisecond. */
const MAX_CHARS_HERE = 2 * 1024
const MAX_REASON_CHARS = 500

const known = new FileCache<ProjectSettings | AppError>(64)

/** The project's own settings; the defaults where it has none. Fails with a sentence where they are wrong. */
export async function readProjectSettings(root: string): Promise<ProjectSettings> {
  const path = join(root, PLACE)
  const identity = await findIdentity(new Confinement(root), PLACE).catch(() => undefined)
  const before = identity && known.find(path, identity)
  const settings = before ?? (await readSettings(root, path))
  if (identity) known.set(path, identity, settings)
  if (AppError.is(settings)) throw settings
  return settings
}

/** An error is as good a value: the same text gives the same. */
async function readSettings(root: string, path: string): Promise<ProjectSettings | AppError> {
  try {
    const text = await findText(root)
    if (text === undefined) return ProjectSettings.parse({})
    if (text.length <= MAX_CHARS_HERE) return parseProjectSettings(text, path)
    return await parseProjectFile<'settings'>({ type: 'settings', text, path })
  } catch (error) {
    if (AppError.is(error) && error.code !== 'cancelled') return error
    throw error
  }
}

/** Parses settings; `path` is for messages. Fails with a sentence. Takes long for some texts. */
export function parseProjectSettings(text: string, path: string): ProjectSettings {
  const parsed = ProjectSettings.safeParse(parseJson(text, path), { error: tellIssue })
  if (parsed.success) return parsed.data
  const why = ellipsize(parsed.error.issues.map(formatIssue).join(' '), MAX_REASON_CHARS)
  throw new AppError('invalid-input', `${path} is not right. ${why}`)
}

/** What lies there may be anything: a pipe, a link, or without an end. */
async function findText(root: string): Promise<string | undefined> {
  try {
    const { bytes, size } = await new DiskFiles(new Confinement(root)).read(PLACE, MAX_KB * 1024)
    if (size === bytes.byteLength) return Buffer.from(bytes).toString('utf8')
  } catch (error) {
    if (!AppError.is(error)) throw error
    if (error.code === 'not-found') return undefined
    const message = `The project's settings can't be read. ${error.message}`
    throw new AppError(error.code, message, { cause: error })
  }
  throw new AppError('invalid-input', `The project's settings are larger than ${MAX_KB} KB.`)
}

function parseJson(text: string, path: string): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new AppError('invalid-input', `${path} is not valid JSON.`, { cause })
  }
}
