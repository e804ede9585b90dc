import type { Params } from '../chromium.ts'

type Send = (method: string, params?: Params) => Promise<Params>

interface Value {
  readonly value?: unknown
  readonly objectId?: string
}

/** Answers a page that waits at a breakpoint, and lets it go on. */
export async function answerParked(paused: Params, send: Send): Promise<void> {
  const [frame] = paused['callFrames'] as readonly [{ readonly callFrameId: string }]
  const evaluate = async (expression: string) => {
    const asked = { callFrameId: frame.callFrameId, expression }
    return (await send('Debugger.evaluateOnCallFrame', asked))['result'] as Value
  }
  try {
    const { value } = await evaluate('globalThis.standinParked?.request')
    if (value === 'path') await evaluate(`standinParked.answer = ${await findPath(evaluate, send)}`)
  } finally {
    await send('Debugger.resume')
  }
}

/** The path of the file that is asked about, as JSON that is a string. */
async function findPath(
  evaluate: (expression: string) => Promise<Value>,
  send: Send,
): Promise<string> {
  const { objectId } = await evaluate('standinParked.object')
  const { path } = await send('DOM.getFileInfo', { objectId })
  return JSON.stringify(JSON.stringify(path))
}
