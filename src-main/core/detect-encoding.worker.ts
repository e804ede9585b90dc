import { decodeTextHere } from './detect-encoding.ts'
import { scoreEncodings } from './encoding-scores.ts'
import type { RawText } from './text-encoding.ts'
import { answerCalls } from './worker-entry.ts'

answerCalls((bytes: Uint8Array): RawText | undefined => decodeTextHere(bytes, scoreEncodings))
