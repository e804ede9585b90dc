import { join } from 'node:path'
import type { z } from 'zod'
import { AppError } from '#shared/error.ts'
import { ProjectSettings } from '#shared/settings.ts'
import { tellIssue } from '#shared/tell-issue.ts'
import { Confinement } from './workspace/confinement.ts'
import { DiskFiles } from './workspace/disk-files.ts'

const PLACE = '.orrery/settings.json'
const MAX_KB = 256

/** The project's own settings; the defaults where it has none. Fails with a sentence where they are wrong. */
export async function readProjectSettings(root: string): Promise<ProjectSettings> {
  const path = join(root, PLACE)
  const text = await findText(root)
  if (text === undefined) return ProjectSettings.parse({})
  const parsed = ProjectSettings.safeParse(parseJson(text, path), { error: tellIssue })
  if (parsed.success) return parsed.data
  const why = parsed.error.issues.map(toSentence).join(' ')
  throw new AppError('invalid-input', `${path} is not right. ${why}`)
}

function toSentence({ path, message }: z.core.$ZodIssue): string {
  return path.length === 0 ? message : `${path.join('.')}: ${message}`
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
