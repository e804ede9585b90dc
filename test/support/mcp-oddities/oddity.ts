/** What a client asks, and how often it has asked for that method by now. */
export interface OddRequest {
  readonly id: string | number
  readonly method: string
  readonly params?: Readonly<Record<string, unknown>>
  readonly count: number
}

/** A result, an error, whole lines in place of an answer, no answer, or the end of the server. */
export type OddAnswer =
  | { readonly result: unknown }
  | { readonly error: unknown }
  | { readonly lines: readonly string[] }
  | 'silence'
  | 'exit'

/** An odd MCP server, and what is right to make of it. */
export interface McpOddity {
  readonly name: string
  /** Printed before anything is asked. */
  readonly greeting?: string
  /** `undefined`: it answers as a usual server does. */
  readonly answer?: (request: OddRequest) => OddAnswer | undefined
  /** Over HTTP: the head and body of the answer to a request. */
  readonly http?: (lines: readonly string[]) => {
    readonly status?: number
    readonly type?: string
    readonly body: string
  }
  readonly expected: ExpectedServer
}

export interface ExpectedServer {
  /** Absent: it is ready. */
  readonly state?: 'failed'
  /** Part of why it failed. */
  readonly error?: string
  /** Names of the tools that can be called; absent: `good` alone. */
  readonly tools?: readonly string[]
  /** Part of the reason for each tool that is left out; '' names the list itself. */
  readonly leftOut?: Readonly<Record<string, string>>
  /** The schema and part of the description that models are given of the tool `odd`. */
  readonly schema?: object
  readonly description?: string
  /** What `odd` claims about itself. */
  readonly claims?: readonly string[]
  /** The result of calling `good`, or the message it fails with. */
  readonly call?: ExpectedCall
  /** Calls made at once; absent: one. */
  readonly calls?: readonly object[]
}

export type ExpectedCall =
  | { readonly text: string; readonly isError?: boolean; readonly images?: readonly string[] }
  | { readonly fails: string }

export const goodTool = {
  name: 'good',
  description: 'Does good.',
  inputSchema: { type: 'object', properties: { text: { type: 'string' } } },
}

export const usualInitialize = {
  protocolVersion: '2025-06-18',
  capabilities: { tools: { listChanged: true } },
  serverInfo: { name: 'odd', version: '1.0.0' },
}

/** Answers each request of a client in lines, as the server of one case does. */
export function createAnswerer({
  answer,
}: McpOddity): (line: string) => readonly string[] | 'exit' {
  const counts = new Map<string, number>()
  return (line) => {
    const { id, method, params = {} } = JSON.parse(line)
    if (id === undefined || method === undefined) return []
    const count = (counts.get(method) ?? 0) + 1
    counts.set(method, count)
    const answered = answer?.({ id, method, params, count }) ?? answerUsually(method, params)
    if (answered === 'exit') return 'exit'
    if (answered === 'silence') return []
    return 'lines' in answered ? answered.lines : [toLine({ id, ...answered })]
  }
}

export function toLine(message: object): string {
  return JSON.stringify({ jsonrpc: '2.0', ...message })
}

function answerUsually(method: string, params: Readonly<Record<string, unknown>>): OddAnswer {
  if (method === 'initialize') return { result: usualInitialize }
  if (method === 'tools/list') return { result: { tools: [goodTool] } }
  if (method !== 'tools/call') return { result: {} }
  return { result: textResult(`fine ${JSON.stringify(params['arguments'])}`) }
}

export function textResult(text: string) {
  return { content: [{ type: 'text', text }] }
}

/** Answers one method oddly. */
export function answering(method: string, result: unknown): Pick<McpOddity, 'answer'> {
  return { answer: (request) => (request.method === method ? { result } : undefined) }
}
