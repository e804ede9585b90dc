import type { Hash } from '#shared/ids.ts'
import { answerCalls } from '../worker-entry.ts'
import { ProjectTree } from './project-tree.ts'
import { listIgnoredFolders } from './tree-listing.ts'
import type { ReadContent, TreeReply, TreeRequest } from './tree-protocol.ts'

/** Contents are handed over in pieces the other side can store without holding its thread for long. */
const PIECE_BYTES = 256 * 1024
const PIECE_COUNT = 50

let tree: ProjectTree | undefined
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
  reply.resolve(answered)
}

async function ask(request: Exclude<TreeRequest, { type: 'taken' }>): Promise<TreeReply> {
  tree ??= new ProjectTree(request, take)
  switch (request.type) {
    case 'load':
      tree.load(request)
      return { type: 'load' }
    case 'snapshot': {
      const { json, taken } = await tree.snapshot()
      await take(taken.hash, json)
      return { type: 'snapshot', taken }
    }
    case 'compare':
      return { type: 'compare', changes: await tree.compare(request) }
    case 'ignored-folders':
      return { type: 'ignored-folders', folders: listIgnoredFolders(request.root) }
  }
}

function take(hash: Hash, bytes: Uint8Array): Promise<void> | undefined {
  piece.push({ hash, bytes })
  pieceBytes += bytes.length
  return pieceBytes >= PIECE_BYTES || piece.length >= PIECE_COUNT ? handOver() : undefined
}

async function handOver(): Promise<void> {
  if (piece.length === 0) return
  const contents = piece
  piece = []
  pieceBytes = 0
  const taken = new Promise<void>((resolve) => {
    onTaken = resolve
  })
  reply.resolve({ type: 'contents', contents })
  await taken
}
