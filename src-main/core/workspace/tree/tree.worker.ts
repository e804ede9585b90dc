import { zstdCompressSync } from 'node:zlib'
import type { Hash } from '#shared/lib/ids.ts'
import { answerCalls } from '../../runtime/worker-entry.ts'
import { listIgnoredFolders } from '../listing/tree-listing.ts'
import { ProjectTree } from './project-tree.ts'
import type { ReadContent, TreeChange, TreeReply, TreeRequest } from './tree-protocol.ts'

/** Contents are handed over in pieces the other side can store without holding its thread for long. */
const PIECE_BYTES = 256 * 1024
const PIECE_COUNT = 50

let tree: ProjectTree | undefined
let client = ''
let piece: ReadContent[] = []
let pieceBytes = 0
let reply = Promise.withResolvers<TreeReply>()
let onTaken = () => {}

answerCalls<TreeRequest, TreeReply>((request) => {
  reply = Promise.withResolvers()
  if (request.type === 'taken') onTaken()
  else answer(request).catch((error: unknown) => reply.reject(error))
  return reply.promise
})

async function answer(request: Exclude<TreeRequest, { type: 'taken' }>): Promise<void> {
  const answered = await ask(request)
  await handOver()
  const last = await withoutFirstChanges(answered)
  reply.resolve(last)
}

/** How many changes are handed over at once. */
const CHANGE_COUNT = 1_000

async function withoutFirstChanges(answered: TreeReply): Promise<TreeReply> {
  if (answered.type === 'compare') {
    return { ...answered, changes: await handOverFirst(answered.changes) }
  }
  if (answered.type !== 'snapshot') return answered
  const { taken } = answered
  return { ...answered, taken: { ...taken, changes: await handOverFirst(taken.changes) } }
}

/** Returns the rest. */
async function handOverFirst(changes: readonly TreeChange[]): Promise<readonly TreeChange[]> {
  let start = 0
  for (; changes.length - start > CHANGE_COUNT; start += CHANGE_COUNT) {
    await send({ type: 'changes', changes: changes.slice(start, start + CHANGE_COUNT) })
  }
  return changes.slice(start)
}

async function ask(request: Exclude<TreeRequest, { type: 'taken' }>): Promise<TreeReply> {
  if (request.client !== client) tree = undefined
  client = request.client
  tree ??= new ProjectTree(request, take)
  switch (request.type) {
    case 'load':
      tree.load(request)
      return { type: 'load' }
    case 'snapshot': {
      const { json, taken } = await tree.snapshot()
      await takeOne(toCompressed(taken.hash, json))
      return { type: 'snapshot', taken }
    }
    case 'compare':
      return { type: 'compare', changes: await tree.compare(request) }
    case 'ignored-folders':
      return { type: 'ignored-folders', folders: listIgnoredFolders(request.root) }
  }
}

/** The tree of many files is one content, which the other side writes in one go. */
function toCompressed(hash: Hash, json: Uint8Array): ReadContent {
  if (json.length < PIECE_BYTES) return { hash, bytes: json }
  return { hash, bytes: zstdCompressSync(json), unpackedBytes: json.length }
}

function take(hash: Hash, bytes: Uint8Array): Promise<void> | undefined {
  return takeOne({ hash, bytes })
}

function takeOne(content: ReadContent): Promise<void> | undefined {
  piece.push(content)
  pieceBytes += content.bytes.length
  return pieceBytes >= PIECE_BYTES || piece.length >= PIECE_COUNT ? handOver() : undefined
}

async function handOver(): Promise<void> {
  if (piece.length === 0) return
  const contents = piece
  piece = []
  pieceBytes = 0
  await send({ type: 'contents', contents })
}

/** Resolves once the other side has taken it. */
async function send(piece: TreeReply): Promise<void> {
  const taken = new Promise<void>((resolve) => {
    onTaken = resolve
  })
  reply.resolve(piece)
  await taken
}
