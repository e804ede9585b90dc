import { answerCalls } from '../runtime/worker-entry.ts'
import { decodeTextSync } from './detect-encoding.ts'
import { scoreEncodings } from './encoding-scores.ts'
import type { RawText } from './text-encoding.ts'

answerCalls((bytes: Uint8Array): RawText | undefined => decodeTextSync(bytes, scoreEncodings))
