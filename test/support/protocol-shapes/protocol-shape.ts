import type { Reply } from '../model-formats/format.ts'

/** One way to stream an answer, and what Orrery makes of it. */
export interface ProtocolShape {
  readonly name: string
  readonly model: string
  /** Answers the first requests; later ones get `Right.`. */
  readonly reply: Reply
  /** How many requests get `reply`; 1 unless given. */
  readonly times?: number
  readonly expected: ExpectedRun
}

export interface ExpectedRun {
  /** The last text of the transcript. */
  readonly text: string
  readonly reasoning: string
  readonly calls: readonly ExpectedCall[]
  /** Of the first model call that succeeded. */
  readonly usage: readonly [input: number, output: number] | 'estimated' | 'none'
  readonly finish: string | undefined
  /** Of the run, if it failed. */
  readonly reason: string | undefined
  readonly requests: number
}

export type ExpectedCall = readonly [name: string, args: unknown]

export const MODELS = {
  openai: 'openai:gpt-4o',
  responses: 'openai:gpt-5-codex',
  compatible: 'compatible:anything',
  anthropic: 'anthropic:claude-haiku-4-5',
  google: 'google:gemini-3.8-flash',
  ollama: 'ollama:m',
  xai: 'xai:grok-4.6',
  groq: 'groq:openai/gpt-oss-120b',
  deepseek: 'deepseek:deepseek-v4-pro',
  glm: 'glm:glm-5.3',
  qwen: 'qwen:qwen3.7-max',
  kimi: 'compatible:kimi-k2.6',
  mistral: 'compatible:mistral-small',
} as const

export const LABELS = {
  [MODELS.openai]: 'OpenAI',
  [MODELS.responses]: 'OpenAI',
  [MODELS.compatible]: 'OpenAI-compatible server',
  [MODELS.anthropic]: 'Anthropic',
  [MODELS.google]: 'Google Gemini',
  [MODELS.ollama]: 'Ollama',
} as const

export const TEXT = 'Hello.'
export const READ = ['read_file', { file_path: '/workspace/a.txt' }] as const
export const LIST = ['ls', { path: '/workspace' }] as const

const WHOLE: ExpectedRun = {
  text: TEXT,
  reasoning: '',
  calls: [],
  usage: [10, 2],
  finish: 'stop',
  reason: undefined,
  requests: 1,
}

/** The shape is an answer, `Hello.` unless given. */
export function says(rest: Partial<ExpectedRun> = {}): ExpectedRun {
  return { ...WHOLE, ...rest }
}

/** The shape has tool calls, which run; then the model says `Right.`. */
export function calls(made: readonly ExpectedCall[], rest: Partial<ExpectedRun> = {}): ExpectedRun {
  return { ...WHOLE, text: 'Right.', calls: made, finish: 'tool_calls', requests: 2, ...rest }
}

/** The shape is no answer: the request is sent again, and the server says `Right.`. */
export function retried(rest: Partial<ExpectedRun> = {}): ExpectedRun {
  return { ...WHOLE, text: 'Right.', usage: [100, 20], requests: 2, ...rest }
}

/** The run fails with a sentence. */
export function fails(reason: string, rest: Partial<ExpectedRun> = {}): ExpectedRun {
  return { ...WHOLE, reason, ...rest }
}

/** The run fails after all retries, each of which got the same reply. */
export function failsAlways(
  reason: string,
  rest: Partial<ExpectedRun> = {},
): Pick<ProtocolShape, 'times' | 'expected'> {
  const expected = fails(reason, { usage: 'none', finish: undefined, requests: 3, ...rest })
  return { times: 3, expected }
}

/** The sentence about a stream that ended early. */
export function cutFrom(model: keyof typeof LABELS): string {
  return `The connection to ${LABELS[model]} closed before the answer was complete. Resume to try again.`
}

/** A shape without its client. */
export type Shape = Omit<ProtocolShape, 'model'>

export function toClient(model: string, shapes: readonly Shape[]): readonly ProtocolShape[] {
  return shapes.map((shape) => ({ ...shape, model, name: `${shape.name}: ${model}` }))
}

/** OpenAI's own client, and that of all servers like it. */
export function toBothClients(shapes: readonly Shape[]): readonly ProtocolShape[] {
  return [MODELS.openai, MODELS.compatible].flatMap((model) => toClient(model, shapes))
}
