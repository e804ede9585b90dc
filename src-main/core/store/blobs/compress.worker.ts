import { zstdCompressSync } from 'node:zlib'
import { answerCalls } from '../../runtime/worker-entry.ts'

answerCalls((contents: readonly Uint8Array[]): Uint8Array[] =>
  contents.map((content) => zstdCompressSync(content)),
)
