import type { Socket } from 'node:net'
import { checkFits, toRequestFrames } from '#shared/wire/frames.ts'
import {
  type Channel,
  type ClientChannel,
  type HostChannel,
  MAX_FRAME_BYTES,
  type Reply,
  type Request,
} from '#shared/wire/protocol.ts'
import { createLineReader } from './line-reader.ts'
import { Inbox, Outbox } from './message-queues.ts'
import { parseRequests } from './parse-requests.ts'

interface Lines<Out, In> {
  readonly parse: (line: string) => readonly In[] | undefined
  readonly maxBytes: number
  readonly toLines: (messages: readonly Out[]) => readonly string[]
  /** Throws if a message can't be sent. */
  readonly check?: (message: Out) => void
}

/** A local process that is a client of this host. A frame is a line: a JSON array of messages. */
export function hostSocketChannel(socket: Socket): HostChannel {
  return lineChannel<Reply, Request>(socket, {
    parse: parseRequests,
    maxBytes: MAX_FRAME_BYTES,
    toLines: (replies) => [JSON.stringify(replies)],
  })
}

/** The owner of the data folder, as its client sees it. */
export function clientSocketChannel(socket: Socket): ClientChannel {
  return lineChannel<Request, Reply>(socket, {
    parse: parseReplies,
    maxBytes: Number.POSITIVE_INFINITY,
    toLines: toRequestFrames,
    check: checkFits,
  })
}

function lineChannel<Out, In>(
  socket: Socket,
  { parse, maxBytes, toLines, check }: Lines<Out, In>,
): Channel<Out, In> {
  const inbox = new Inbox<In>()
  const outbox = new Outbox<Out>((messages) => {
    for (const line of toLines(messages)) socket.write(`${line}\n`)
  })
  const readLines = createLineReader(maxBytes)
  const hangUp = () => {
    if (inbox.isClosed) return
    outbox.flush()
    inbox.close()
    socket.end()
  }
  socket.on('data', (chunk: Buffer) => {
    const frames = readLines(chunk)?.map(parse)
    for (const frame of frames ?? [undefined]) {
      if (frame) inbox.receive(frame)
      else socket.destroy()
    }
  })
  // `close` follows every error.
  socket.on('error', () => undefined)
  socket.on('close', () => {
    outbox[Symbol.dispose]()
    inbox.close()
  })
  // The handshake left it paused.
  socket.resume()
  return {
    send: (message) => {
      check?.(message)
      if (!inbox.isClosed) outbox.send(message)
    },
    onMessage: inbox.onMessage,
    onClose: inbox.onClose,
    [Symbol.dispose]: hangUp,
  }
}

function parseReplies(line: string): readonly Reply[] {
  // The owner is our own code: it said hello with the version of this protocol.
  return JSON.parse(line) as readonly Reply[]
}
