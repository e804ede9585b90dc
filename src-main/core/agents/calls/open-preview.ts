import { AppError } from '#shared/error.ts'
import type { FileContent } from '#shared/events/value.ts'
import type { AskedPreview, ShownPreview } from '../../tools/context.ts'
import type { RunContext } from '../run-context.ts'
import type { RunningCall } from './running-call.ts'

const ANSWER_MS = 10_000

/** Notes with the call that a page is shown, and how it looks now. Fails where nothing answers there. */
export async function openPreview(
  run: RunContext,
  call: RunningCall,
  { url, title, signal }: AskedPreview,
): Promise<ShownPreview> {
  await checkAnswer(url, signal)
  const { picture, pageTitle, news } = await lookAt(run, call, { url, signal })
  const shown = { url, title: title || pageTitle || new URL(url).host }
  const { spanId, agentId } = call
  const data = { ...shown, ...(picture && { picture }) }
  call.alongside.push({ kind: 'preview.opened', spanId, agentId, data })
  return { ...shown, news }
}

async function checkAnswer(url: string, signal: AbortSignal): Promise<void> {
  try {
    const within = AbortSignal.any([signal, AbortSignal.timeout(ANSWER_MS)])
    const response = await fetch(url, { redirect: 'manual', signal: within })
    await response.body?.cancel()
  } catch (cause) {
    signal.throwIfAborted()
    const message = `Nothing answers at ${url}. Start the server, wait until it listens, and try again.`
    throw new AppError('unavailable', message, { cause })
  }
}

interface Look {
  readonly picture?: FileContent
  readonly pageTitle?: string
  readonly news: readonly string[]
}

/** In a page of its own: the agent's stays as it is. Without a browser there is no picture, and that is said. */
async function lookAt(
  { browser, store, sessionId }: RunContext,
  { spanId }: RunningCall,
  { url, signal }: Pick<AskedPreview, 'url' | 'signal'>,
): Promise<Look> {
  try {
    const { page } = await browser.act(spanId, { type: 'open', url }, signal)
    const { image } = await browser.act(spanId, { type: 'screenshot', isWhole: false }, signal)
    await browser.act(spanId, { type: 'close' }, signal)
    const bytes = Buffer.from(image?.base64 ?? '', 'base64')
    const picture = { hash: store.blobs.put(sessionId, bytes), size: bytes.byteLength }
    return { picture, news: [], ...(page && { pageTitle: page.title }) }
  } catch (error) {
    signal.throwIfAborted()
    if (!AppError.is(error)) throw error
    return { news: [`No picture of it is kept for the replay: ${error.message}`] }
  }
}
