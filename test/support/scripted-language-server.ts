// For tests: a language server that does what its first argument says. It speaks the protocol by hand,
// so that nothing of ours is on both sides.
const [how = 'plain', mark] = process.argv.slice(2)
let input = Buffer.alloc(0)

function send(message: object): void {
  const text = JSON.stringify({ jsonrpc: '2.0', ...message })
  process.stdout.write(`Content-Length: ${Buffer.byteLength(text)}\r\n\r\n${text}`)
}

interface Message {
  readonly id?: number
  readonly method?: string
  readonly params?: { readonly textDocument?: { readonly uri: string; readonly version: number } }
}

function publish({ params }: Message): void {
  const { uri, version } = params?.textDocument ?? { uri: '', version: 0 }
  const start = { line: 0, character: 0 }
  const message = `${how} ${process.env['OPENAI_API_KEY'] ?? 'without keys'}`
  const diagnostics = [{ range: { start, end: start }, message, severity: 2 }]
  // One that names no version says nothing of use at first.
  if (how === 'unversioned') send({ method: PUBLISH, params: { uri, diagnostics: [] } })
  const params_ = how === 'unversioned' ? { uri, diagnostics } : { uri, version, diagnostics }
  send({ method: PUBLISH, params: params_ })
}

const NOT_KNOWN = { code: -32601, message: 'No such method.' }
const PUBLISH = 'textDocument/publishDiagnostics'

function take(message: Message): void {
  const { id, method } = message
  if (method === 'initialize' && how !== 'mute') send({ id, result: { capabilities: {} } })
  if (how === 'shy' && method?.startsWith('$/')) send({ id, error: NOT_KNOWN })
  if (method === 'shutdown') send({ id, result: null })
  if (method === 'exit') process.exit(0)
  if (method !== 'textDocument/didOpen' && method !== 'textDocument/didChange') return
  if (how === 'dies') process.exit(3)
  if (how === 'huge') process.stdout.write('Content-Length: 99000000000\r\n\r\n{')
  if (how === 'noise') process.stdout.write('x'.repeat(100_000))
  if (how === 'floods') flood()
  if (hasSomethingToSay(message)) publish(message)
}

function hasSomethingToSay({ params }: Message): boolean {
  if (how === 'shy') return !params?.textDocument?.uri.endsWith('quiet.x')
  return how === 'plain' || how === 'unversioned' || how === 'floods'
}

/** 200 MB of messages that nobody asked for. */
function flood(): void {
  const message = 'y'.repeat(1024 * 1024)
  for (let count = 0; count < 200; count += 1) {
    send({ method: 'window/logMessage', params: { type: 4, message } })
  }
}

process.stdin.on('data', (chunk: Buffer) => {
  input = Buffer.concat([input, chunk])
  for (;;) {
    const end = input.indexOf('\r\n\r\n')
    const length = Number(/Content-Length: (\d+)/u.exec(input.toString('latin1', 0, end))?.[1])
    if (end < 0 || input.length < end + 4 + length) return
    const text = input.toString('utf8', end + 4, end + 4 + length)
    input = input.subarray(end + 4 + length)
    take(JSON.parse(text))
  }
})
if (mark) process.stderr.write(`${mark}\n`)
