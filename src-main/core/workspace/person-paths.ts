import { AppError } from '#shared/error.ts'

/** Runs what a person asked for: its errors name the project's files as people do, `README.md`. */
export async function withPersonPaths<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!AppError.is(error)) throw error
    throw new AppError(error.code, toPersonText(error.message), error.details)
  }
}

/** Names files in a sentence as people do, not as agents: without the project's folder. */
export function toPersonText(sentence: string): string {
  return sentence.replace(/(?<![\w./-])\/workspace\/(?=\S)/gu, '')
}
