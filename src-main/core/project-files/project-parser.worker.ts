import { AppError, type WireError } from '#shared/lib/app-error.ts'
import type { ProjectSettings } from '#shared/settings/settings.ts'
import { answerCalls } from '../runtime/worker-entry.ts'
import { type FrontMatterFields, type FrontMatterKind, parseFields } from './front-matter.ts'
import { combineIgnoreFiles, type IgnoreFile } from './ignore-rules.ts'
import { parseProjectSettings } from './project-settings.ts'
import { type FoundStartables, readStartables } from './startables.ts'

/** A text or file that is parsed in the worker. */
export type ParseRequest =
  | { readonly type: 'warm-up' }
  | { readonly type: 'settings'; readonly text: string; readonly path: string }
  | { readonly type: 'startables'; readonly root: string; readonly file: string }
  | { readonly type: 'fields'; readonly kind: FrontMatterKind; readonly yaml: string }
  | { readonly type: 'ignore-rules'; readonly files: readonly IgnoreFile[] }

/** What comes of a request. */
export interface Parsed {
  readonly 'warm-up': null
  readonly settings: ProjectSettings
  readonly startables: FoundStartables
  readonly fields: FrontMatterFields[FrontMatterKind]
  readonly 'ignore-rules': string
}

/** JSON, which is cheaper to take over than objects; or why there is none. */
export type ParseReply = { readonly json: string } | { readonly error: WireError }

/** So much is taken over by the host's thread in far less than 50 ms. Ignore rules are one string, which costs less. */
const MAX_CHARS = 512 * 1024
const TOO_MUCH = 'It says more than Orrery takes from one file. Make it shorter.'
const TOO_DEEP = 'It is nested too deeply. Make it flatter.'

answerCalls<ParseRequest, ParseReply>(async (request) => {
  try {
    const json = JSON.stringify(await parse(request))
    if (request.type === 'ignore-rules' || json.length <= MAX_CHARS) return { json }
    return { error: AppError.toWire(new AppError('limit', TOO_MUCH)) }
  } catch (error) {
    return { error: AppError.toWire(toExpected(error)) }
  }
})

async function parse(request: ParseRequest): Promise<Parsed[ParseRequest['type']]> {
  switch (request.type) {
    case 'warm-up':
      return null
    case 'settings':
      return parseProjectSettings(request.text, request.path)
    case 'startables':
      return await readStartables(request.root, request.file)
    case 'fields':
      return parseFields(request.kind, request.yaml)
    case 'ignore-rules':
      return combineIgnoreFiles(request.files)
  }
}

/** Libraries recurse into what they parse, until the stack is full. */
function toExpected(error: unknown): unknown {
  return error instanceof RangeError ? new AppError('limit', TOO_DEEP, { cause: error }) : error
}
