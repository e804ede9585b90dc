// Runs in a terminal that is measured: `flood` prints PIECES pieces whenever it is told to go, `stream`
// prints a little for ever. It answers each key with a question that only a terminal that has read
// so far will answer.
import { setTimeout } from 'node:timers/promises'
import { GO, KEY, PIECE, PIECES, STREAM_EVERY_MS, STREAMED } from './terminal-text.ts'

const ASK_PLACE = '\u001b[6n'
const ASK_STATUS = '\u001b[5n'

process.stdin.setRawMode(true)
process.stdin.on('data', (data) => {
  for (const letter of data.toString()) {
    if (letter === GO) void flood()
    if (letter === KEY) process.stdout.write(ASK_PLACE)
  }
})
process.stdout.write(ASK_STATUS)
if (process.argv[2] === 'stream') await stream()

async function flood(): Promise<void> {
  for (let count = 0; count < PIECES; count += 1) {
    await new Promise((resolve) => process.stdout.write(PIECE, resolve))
    // What was typed is read between two pieces.
    await new Promise(setImmediate)
  }
  process.stdout.write(ASK_STATUS)
}

async function stream(): Promise<never> {
  for (;;) {
    process.stdout.write(STREAMED)
    await setTimeout(STREAM_EVERY_MS)
  }
}
