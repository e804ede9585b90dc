import type { ModelRequest, Reply, ReplyCall, Script } from './model-server.ts'

/** What an agent answers at each step of its thread; past the last it says `Done.` */
export type Steps = readonly ((request: ModelRequest) => Reply | Promise<Reply>)[]

/** Scripts several agents: each is told by the first words of the first thing it is told. */
export function scriptAgents(agents: Readonly<Record<string, Steps>>): Script {
  return (request) => {
    const first = request.messages[0]?.text ?? ''
    const name = Object.keys(agents).find((one) => first.includes(one))
    const step = stepOf(request)
    return (name && agents[name]?.[step]?.(request)) || { text: 'Done.' }
  }
}

/** How often the model of this thread has answered. */
export function stepOf({ messages }: ModelRequest): number {
  return messages.filter(({ role }) => role === 'assistant').length
}

export function says(text: string): () => Reply {
  return () => ({ text })
}

export function calls(...all: readonly ReplyCall[]): () => Reply {
  return () => ({ calls: all })
}

export function task(description: string, type = 'general-purpose'): ReplyCall {
  return { name: 'task', args: { description, subagent_type: type } }
}

/** An agent only changes what it has read. */
export function reads(path: string): ReplyCall {
  return { name: 'read_file', args: { file_path: path } }
}

export function inBackground(description: string, type = 'general-purpose'): ReplyCall {
  return { name: 'delegate_task', args: { description, subagent_type: type } }
}

/** Teammates by name, each with its brief. */
export function team(name: string, briefs: Readonly<Record<string, string>>): ReplyCall {
  const members = Object.entries(briefs).map(([member, brief]) => ({
    name: member,
    subagent_type: 'general-purpose',
    brief,
  }))
  return { name: 'create_team', args: { name, members } }
}

export function send(to: string, text: string): ReplyCall {
  return { name: 'send_message', args: { to, text } }
}

/** What the calls of a thread were answered. */
export function answersIn({ messages }: ModelRequest): readonly string[] {
  return messages.filter(({ role }) => role === 'tool').map(({ text }) => text)
}

/** What a thread was told, but for answers of calls. */
export function toldIn({ messages }: ModelRequest): readonly string[] {
  return messages.filter(({ role }) => role === 'user').map(({ text }) => text)
}

/** Opens for whoever waits at it. */
export function createGate(): { readonly opened: Promise<void>; readonly open: () => void } {
  const { promise, resolve } = Promise.withResolvers<void>()
  return { opened: promise, open: resolve }
}
