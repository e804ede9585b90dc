import { realpath } from 'node:fs/promises'
import { wrongUsage } from '../command-line/exit-codes.ts'

/** A folder as the store knows it; fails with a sentence where there is none. */
export async function realFolder(path: string): Promise<string> {
  try {
    return await realpath(path)
  } catch (error) {
    throw wrongUsage(`There is no folder ${path}. Check its name.`, error)
  }
}
