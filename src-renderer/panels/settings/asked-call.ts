import { z } from 'zod'
import type { PolicyQuestion } from '#shared/contract/policy.ts'
import { parseJson } from '#shared/lib/parse-json.ts'

/** A call as a person writes it down to ask about it. */
export interface CallDraft {
  readonly agent: string
  readonly tool: string
  /** What it is about: a command, a path, or all arguments as JSON. */
  readonly about: string
}

const Arguments = z.record(z.string(), z.json())

/** The argument that says what a call of the tool is about; absent: its arguments are written as JSON. */
export function subjectOf(
  tool: string,
): { readonly name: string; readonly label: string } | undefined {
  if (tool === 'run_command') return { name: 'command', label: 'Command' }
  if (/_file$/.test(tool)) return { name: 'file_path', label: 'Path' }
  return tool === 'ls' ? { name: 'path', label: 'Path' } : undefined
}

/** The arguments of the call, or what is wrong with what was written. */
export function readArguments({
  tool,
  about,
}: CallDraft): { readonly args: PolicyQuestion['args'] } | { readonly error: string } {
  const text = about.trim()
  const subject = subjectOf(tool)
  if (subject) {
    if (text === '') return { error: `Say which ${subject.label.toLowerCase()}.` }
    return { args: { [subject.name]: subject.label === 'Path' ? toAgentPath(text) : text } }
  }
  const read = Arguments.safeParse(text === '' ? {} : parseJson(text))
  return read.success ? { args: read.data } : { error: 'Write the arguments as a JSON object.' }
}

/** Agents see the project below `/workspace`. */
function toAgentPath(path: string): string {
  return path.startsWith('/') ? path : `/workspace/${path}`
}
