import { AppError } from '#shared/error.ts'
import type { EventFor } from '#shared/events/index.ts'
import type { FileContent } from '#shared/events/value.ts'
import type { Call } from '../calls/tool-call.ts'
import type { RunContext } from '../run-context.ts'

type Change = EventFor<'approval.requested'>['data']['change']

/** The change a call would make to a file; `undefined` where it makes none, or would fail. */
export async function previewChange(run: RunContext, call: Call): Promise<Change> {
  const path = call.tool.target?.(call.args)
  if (path === undefined) return undefined
  const before = await readIfThere(run, path)
  const after = call.tool.preview?.(call.args, before)
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
