import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { gzipSync } from 'node:zlib'
import react from '@vitejs/plugin-react'
import { build, type Plugin, type Rolldown } from 'vite'
import { RECORDING_PLACE } from '../src-main/core/exchange/replay-document.ts'
import { findInstallation } from '../src-main/installation.ts'
import { recordPackages } from './record-packages.ts'
import { withoutJsonSchemas } from './without-json-schemas.ts'

const { root, replayTemplate } = findInstallation(import.meta.dirname)
const renderer = join(root, 'src-renderer')

/** What the file replays, or unpacks, stands before what runs: that takes it out of the page. */
const ENTRY = /<script type="module".*<\/script>/
/** The same in every build. */
const bootScript = `{
  const packed = document.getElementById('app')
  const bytes = Uint8Array.from(atob(packed.textContent), (letter) => letter.charCodeAt(0))
  packed.remove()
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'))
  new Response(stream).text().then((code) => {
    const script = document.createElement('script')
    script.textContent = code
    document.body.append(script)
  })
}`

/** Builds the page that replays what is written into it: one file, which asks nobody for anything. */
export async function buildReplay(): Promise<number> {
  const { code, css } = await bundle()
  const theme = readFileSync(join(renderer, 'public/theme.js'), 'utf8')
  const packed = gzipSync(code, { level: 9 }).toString('base64')
  const page = readFileSync(join(renderer, 'replay.html'), 'utf8')
    .replace('<title>', () => `${policy([theme, code, bootScript])}\n    <title>`)
    .replace('</head>', () => `<style>${css}</style><script>${theme}</script></head>`)
    .replace(ENTRY, () =>
      [
        RECORDING_PLACE,
        `<script type="application/gzip" id="app">${packed}</script>`,
        `<script>${bootScript}</script>`,
      ].join(''),
    )
  mkdirSync(dirname(replayTemplate), { recursive: true })
  writeFileSync(replayTemplate, page)
  return Buffer.byteLength(page)
}

/** Whatever a session says, nothing is fetched, and nothing runs but what is named here. */
function policy(scripts: readonly string[]): string {
  const hashes = scripts.map(
    (script) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`,
  )
  const rules = [
    "default-src 'none'",
    `script-src ${hashes.join(' ')}`,
    // xterm places things by inline styles.
    "style-src 'unsafe-inline'",
    'font-src data:',
    'img-src data:',
    "base-uri 'none'",
    "form-action 'none'",
  ]
  return `<meta http-equiv="Content-Security-Policy" content="${rules.join('; ')}" />`
}

async function bundle(): Promise<{ readonly code: string; readonly css: string }> {
  const built = await build({
    configFile: false,
    root: renderer,
    publicDir: false,
    logLevel: 'warn',
    define: { 'import.meta': '{}' },
    plugins: [react(), withoutJsonSchemas(), latinOnly, recordPackages(root, 'replay')],
    build: {
      write: false,
      minify: 'oxc',
      cssCodeSplit: false,
      modulePreload: false,
      assetsInlineLimit: Number.MAX_SAFE_INTEGER,
      chunkSizeWarningLimit: 4_000,
      rolldownOptions: {
        input: join(renderer, 'replay/main.tsx'),
        output: { format: 'iife', codeSplitting: false },
      },
    },
  })
  const { output } = Array.isArray(built) ? onlyOne(built) : (built as Rolldown.RolldownOutput)
  const codes = output.flatMap((file) => (file.type === 'chunk' ? file.code : []))
  const styles = output.flatMap((file) =>
    file.type === 'asset' && file.fileName.endsWith('.css') ? String(file.source) : [],
  )
  return { code: onlyOne(codes), css: onlyOne(styles) }
}

function onlyOne<T>(all: readonly T[]): T {
  const [one] = all
  if (one !== undefined && all.length === 1) return one
  throw new Error(`The replay is one script and one style sheet; these are ${all.length}.`)
}

/** Of the fonts only what most is written in: all of them are half a megabyte. Else the system’s are taken. */
const latinOnly: Plugin = {
  name: 'latin-only',
  enforce: 'pre',
  transform(code, id) {
    if (!/@fontsource-variable.*\.css/.test(id)) return undefined
    const faces = code.match(/@font-face\s*\{[^}]*\}/g) ?? []
    return faces.filter((face) => face.includes('-latin-wght-normal')).join('\n')
  },
}
