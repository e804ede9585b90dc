import { connect } from 'node:net'
import type { Handlers } from '#shared/contract/procedures/define.ts'
import type { previews as contract } from '#shared/contract/procedures/sessions.ts'
import { isThisMachine } from '#shared/lib/is-localhost.ts'

export function previewHandlers(): Handlers<typeof contract> {
  return {
    'previews.reach': async ({ url }) => ({ isThere: await isListening(url) }),
  }
}

const PATIENCE_MS = 2_000
const HTTP = 80

/** Nothing is sent: what listens may do something for whoever asks. */
async function isListening(url: string): Promise<boolean> {
  const { protocol, hostname, port } = URL.parse(url) ?? {}
  if (protocol !== 'http:' || hostname === undefined || !isThisMachine(hostname)) return false
  const host = hostname.replace(/^\[|\]$/g, '')
  const socket = connect({ host, port: Number(port) || HTTP, timeout: PATIENCE_MS })
  return new Promise((resolve) => {
    const answer = (isThere: boolean) => {
      socket.destroy()
      resolve(isThere)
    }
    socket.once('connect', () => answer(true))
    socket.once('timeout', () => answer(false))
    socket.once('error', () => answer(false))
  })
}
