import { z } from 'zod'
import { AppError } from '#shared/error.ts'
import { Inspector } from './inspector.ts'

const Targets = z.array(z.object({ webSocketDebuggerUrl: z.string() }))
const LOOPBACK: ReadonlySet<string> = new Set(['127.0.0.1', 'localhost', '::1'])

/** Reaches the inspector of a Node that runs already, on this machine. */
export async function attachTo(
  { address, port }: { readonly address: string; readonly port: number },
  timeoutMs: number,
): Promise<Inspector> {
  if (!LOOPBACK.has(address)) {
    throw new AppError('denied', 'Only programs on this machine are debugged: name 127.0.0.1.')
  }
  const host = address === '::1' ? '[::1]' : '127.0.0.1'
  const url = await findTarget(`http://${host}:${port}/json/list`, timeoutMs).catch((cause) => {
    const message = `No Node program offers its inspector on port ${port}. Start it with --inspect=${port}.`
    throw new AppError('unavailable', message, { cause })
  })
  return Inspector.connect(url, timeoutMs)
}

async function findTarget(url: string, timeoutMs: number): Promise<string> {
  const answered = await fetch(url, { signal: AbortSignal.timeout(timeoutMs) })
  const [target] = Targets.parse(await answered.json())
  if (!target) throw new AppError('unavailable', 'There is nothing to debug.')
  return target.webSocketDebuggerUrl
}
