import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'
import { z } from 'zod'
import { LogLine } from '#shared/contract/logs.ts'
import { parseJson } from '#shared/lib/parse-json.ts'
import { logFileOf, OLDER_FILES } from './log-file.ts'

/** A line as it stands in a file: written by whichever version of Orrery there was. */
const StoredLine = LogLine.omit({ id: true, at: true, message: true, fields: true }).extend({
  time: z.number(),
  msg: z.string().default(''),
  fields: LogLine.shape.fields.default({}),
})

/** What the files of a data folder hold, oldest first. What is no line of a log is left out. */
export async function* readLogFiles(dataDir: string): AsyncGenerator<LogLine> {
  let id = 0
  for (let age = OLDER_FILES; age >= 0; age -= 1) {
    for await (const text of readLines(logFileOf(dataDir, age))) {
      const line = parseLine(text, id + 1)
      if (line) id = line.id
      if (line) yield line
    }
  }
}

async function* readLines(path: string): AsyncGenerator<string> {
  try {
    yield* createInterface({ input: createReadStream(path, 'utf8') })
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error
  }
}

function parseLine(text: string, id: number): LogLine | undefined {
  const parsed = StoredLine.safeParse(parseJson(text))
  if (!parsed.success) return undefined
  const { time: at, msg: message, ...rest } = parsed.data
  return { id, at, message, ...rest }
}
