import { createReadStream } from 'node:fs'
import { Readable } from 'node:stream'
import { protocol } from 'electron'
import { findPageFile, pageHeaders } from '../page-files.ts'

const SCHEME = 'app'
const HOST = 'orrery'

/** Where the window's page comes from, as `WebFrameMain.origin` says it. */
export const APP_ORIGIN = `${SCHEME}://${HOST}`
export const APP_URL = `${APP_ORIGIN}/index.html`

/** Before the app is ready. */
export function registerScheme(): void {
  const privileges = { standard: true, secure: true, supportFetchAPI: true, codeCache: true }
  protocol.registerSchemesAsPrivileged([{ scheme: SCHEME, privileges }])
}

/** Answers the window with the files of its bundle, and with nothing else. */
export function serveApp(rendererDir: string): void {
  protocol.handle(SCHEME, async ({ url }) => {
    const { host, pathname } = new URL(url)
    const file = host === HOST ? await findPageFile(rendererDir, pathname) : undefined
    if (!file) return new Response('', { status: 404, headers: pageHeaders })
    // The two declarations of a web stream differ in name only.
    const body = Readable.toWeb(createReadStream(file.path)) as unknown as ReadableStream
    return new Response(body, { headers: { ...pageHeaders, 'content-type': file.mimeType } })
  })
}
