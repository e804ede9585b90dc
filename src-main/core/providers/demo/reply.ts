/** What the script says and does next. */
export interface ScriptReply {
  readonly text: string
  readonly calls: readonly ScriptCall[]
}

export interface ScriptCall {
  readonly name: string
  readonly args: Readonly<Record<string, unknown>>
}

export function call(name: string, args: Readonly<Record<string, unknown>>): ScriptCall {
  return { name, args }
}

/** A plan of which the first `done` items are completed and the next is in progress. */
export function plan(items: readonly string[], done: number): ScriptCall {
  const todos = items.map((content, index) => ({
    content,
    status: index < done ? 'completed' : index === done ? 'in_progress' : 'pending',
  }))
  return call('write_todos', { todos })
}

/** The last thing before a report: nothing of the plan is left open. */
export function finish(items: readonly string[]): ScriptReply {
  return { text: 'Everything is done. I report.', calls: [plan(items, items.length)] }
}

export function readAll(paths: readonly string[], limit = 400): ScriptCall[] {
  return paths.map((path) => call('read_file', { file_path: `/workspace/${path}`, limit }))
}

export function count(number: number, noun: string, plural = `${noun}s`): string {
  return `${number} ${number === 1 ? noun : plural}`
}
