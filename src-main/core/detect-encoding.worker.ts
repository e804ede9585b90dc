import { type EncodingScore, scoreEncodings } from './encoding-scores.ts'
import { answerCalls } from './worker-entry.ts'

answerCalls((sample: Uint8Array): readonly EncodingScore[] => scoreEncodings(sample))
