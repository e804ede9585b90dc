import { stat } from 'node:fs/promises'
import { extname, join, normalize, sep } from 'node:path'

/** What the window's page may load and do, in a browser and in Electron alike. */
const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  // xterm and Monaco place things by inline styles.
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "font-src 'self'",
  "connect-src 'self'",
  "worker-src 'self'",
  // The preview of what runs on this machine; a sandbox is around it.
  'frame-src http://127.0.0.1:* http://localhost:*',
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

/** Sent with every answer that a window may see. */
export const pageHeaders: Readonly<Record<string, string>> = {
  'content-security-policy': CONTENT_SECURITY_POLICY,
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), usb=(), serial=()',
}

export interface PageFile {
  readonly path: string
  readonly bytes: number
  readonly mimeType: string
}

const mimeTypes: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
  '.ttf': 'font/ttf',
  '.wasm': 'application/wasm',
}

/** The file of the window's bundle that a URL's path names; `undefined` for anything else there is. */
export async function findPageFile(root: string, urlPath: string): Promise<PageFile | undefined> {
  const name = decode(urlPath === '/' ? '/index.html' : urlPath)
  if (name === undefined || name.includes('\0')) return undefined
  const path = normalize(join(root, name))
  if (!path.startsWith(root + sep)) return undefined
  const found = await stat(path).catch(() => undefined)
  if (!found?.isFile()) return undefined
  return {
    path,
    bytes: found.size,
    mimeType: mimeTypes[extname(path)] ?? 'application/octet-stream',
  }
}

function decode(urlPath: string): string | undefined {
  try {
    return decodeURIComponent(urlPath)
  } catch {
    return undefined
  }
}
