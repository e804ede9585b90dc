// Started with a path: sends the terminal queries, and logs to that file the bytes that arrive as input.
// `Z` and SIGUSR2 send all of them, `F` a flood that ends what its beginning starts; `Q` ends it.
import { appendFileSync, openSync, writeFileSync, writeSync } from 'node:fs'
import { ReadStream } from 'node:tty'
import { mouseMode, terminalQueries } from './terminal-queries.ts'

const [, , path = ''] = process.argv
// An agent's command has a terminal, but not as its standard input.
const input = new ReadStream(openSync('/dev/tty', 'r'))
// Opened for itself: a stream makes its own not wait.
const output = openSync('/dev/tty', 'w')
let times = 0

function print(text: string): void {
  writeSync(output, text)
}

function ask(): void {
  times += 1
  print(`${terminalQueries.map(({ query }) => query).join('')}ASKED-${times}.\r\n`)
}

/** More than one piece of a terminal's output. */
function flood(): void {
  print(mouseMode.on)
  for (let line = 0; line < 8_000; line += 1) print(`${'x'.repeat(78)}\r\n`)
  print(`${mouseMode.off}FLOODED.\r\n`)
}

function take(key: string): void {
  if (key === 'Z') ask()
  else if (key === 'F') flood()
  else if (key === 'Q') process.exit()
  else appendFileSync(path, key, 'latin1')
}

input.setRawMode(true)
input.on('data', (data: Buffer) => data.toString('latin1').split('').forEach(take))
process.on('SIGUSR2', ask)
writeFileSync(`${path}.pid`, `${process.pid}`)
writeFileSync(path, '')
print('READY.\r\n')
