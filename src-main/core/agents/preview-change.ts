import { AppError } from '#shared/error.ts'
import type { EventFor } from '#shared/events/index.ts'
import type { FileContent } from '#shared/events/value.ts'
import { replaceText } from './replace-text.ts'
import type { RunContext } from './run-context.ts'
import type { Call } from './tool-call.ts'

type Change = EventFor<'approval.requested'>['data']['change']

/** The change a call would make to a file; `undefined` where it makes none, or would fail. */
export async function previewChange(run: RunContext, call: Call): Promise<Change> {
  const path = call.tool.target?.(call.args)
  if (path === undefined) return undefined
  const before = await readIfThere(run, path)
  const after = textAfter(call, before)
  if (after === undefined) return undefined
  const keep = (text: string): FileContent => ({
    hash: run.store.blobs.put(run.sessionId, text),
    size: Buffer.byteLength(text),
  })
  return { path, before: before === undefined ? null : keep(before), after: keep(after) }
}

async function readIfThere(run: RunContext, path: string): Promise<string | undefined> {
  try {
    return await run.workspace.readText(path)
  } catch (error) {
    if (AppError.is(error)) return undefined
    throw error
  }
}

function textAfter({ name, args }: Call, before: string | undefined): string | undefined {
  const { content, old_string: oldText, new_string: newText, replace_all: all } = args
  if (name === 'write_file') return typeof content === 'string' ? content : undefined
  if (before === undefined || typeof oldText !== 'string' || typeof newText !== 'string') {
    return undefined
  }
  const replaced = replaceText(before, { oldText, newText, all: all === true })
  return 'error' in replaced ? undefined : replaced.text
}
